/** What a port says of itself when it is asked whether it works. */
export interface AdapterHealth {
  /** The adapter behind the port: `built-in`, `Asana`… */
  adapter: string
  ok: boolean
  /** One line for an administrator. */
  detail: string
}
