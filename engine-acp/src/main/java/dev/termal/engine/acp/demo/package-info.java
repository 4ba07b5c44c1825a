/**
 * The demo agent: an agent without a model, to try the host on and to test it with. A real child process that speaks ACP
 * over its standard input and output, and does what the words in a prompt tell it to.
 */
package dev.termal.engine.acp.demo;
