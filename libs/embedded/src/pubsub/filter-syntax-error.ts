/** The text is not in Pub/Sub's filter language; `message` names the place or the unexpected word. */
export class FilterSyntaxError extends Error {
  override readonly name = 'FilterSyntaxError';
}
