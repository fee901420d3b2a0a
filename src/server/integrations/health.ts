/** How one outside system is asked whether it works. */
export interface PortCheck {
  /** What it does for us, for people: `Tasks`, `Posts of hs`. */
  port: string
  /** The settings that say who does it and with which credentials. */
  settings: string
  /** Throws `IntegrationError` where it was not let in. */
  check(): Promise<AdapterHealth>
}

/** What a port says of itself when it is asked whether it works. */
export interface AdapterHealth {
  /** The adapter behind the port: `built-in`, `Asana`… */
  adapter: string
  ok: boolean
  /** One line for an administrator. */
  detail: string
  /** What it cannot do although it works, and what would let it; left out where that is nothing. */
  limit?: string
}
