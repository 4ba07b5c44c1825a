/** Classes that break {@code Rules} on purpose; nothing runs them. */
package dev.termal.dist.arch.broken;
