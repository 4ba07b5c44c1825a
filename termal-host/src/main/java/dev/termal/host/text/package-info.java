/** Words for mistakes, whoever makes them and wherever they are found. */
package dev.termal.host.text;
