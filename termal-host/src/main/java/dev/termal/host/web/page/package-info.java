/** The files of the page, and how they are served. */
package dev.termal.host.web.page;
