/** Skills: instructions in folders, which an agent takes up when it needs them. */
package dev.termal.host.skill;
