/** The database could not be started or opened. `message` is one line for a person, with the remedy. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError'
}
