/** Reads the text of Server-Sent Events, which comes in pieces that end anywhere. */
export class EventParser {
  #rest = '';
  #event = { id: null, name: 'message', data: [] };

  /** The events that a further piece completes. */
  feed(piece) {
    const lines = (this.#rest + piece).split('\n');
    this.#rest = lines.pop();
    const events = [];
    for (const line of lines) {
      this.#line(line.endsWith('\r') ? line.slice(0, -1) : line, events);
    }
    return events;
  }

  #line(line, events) {
    if (line === '') {
      if (this.#event.data.length) {
        events.push({ ...this.#event, data: this.#event.data.join('\n') });
      }
      this.#event = { id: null, name: 'message', data: [] };
      return;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'id') {
      this.#event.id = value;
    } else if (field === 'event') {
      this.#event.name = value;
    } else if (field === 'data') {
      this.#event.data.push(value);
    } // a line that begins with a colon is a heartbeat
  }
}
