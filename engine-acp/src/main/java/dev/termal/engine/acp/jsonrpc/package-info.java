/**
 * JSON-RPC 2.0 over lines, for both sides: framing, correlation, order and end. It knows no protocol on top.
 *
 * <p>A {@link dev.termal.engine.acp.jsonrpc.FrameCodec} makes lines into frames and knows no ids; a
 * {@link dev.termal.engine.acp.jsonrpc.JsonRpcPeer} correlates frames and knows no bytes.
 */
package dev.termal.engine.acp.jsonrpc;
