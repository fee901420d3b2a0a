/** A backup or restore that cannot be done. `message` is one line for a person. */
export class BackupError extends Error {
  override name = 'BackupError'
}
