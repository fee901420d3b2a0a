import type { PostStyle } from '#shared/features/ground/sites/rules.ts'

/** Connection test of one outside system. */
export interface PortCheck {
  /** What it does for us, for people: `Tasks`, `Posts of hs`. */
  port: string
  /** The settings that say who does it and with which credentials. */
  settings: string
  /** Throws `IntegrationError` if access was refused. */
  check(): Promise<AdapterHealth>
  /** For publishing sites: the style sheet of posts that readers get; null if posts need none. */
  readPostStyle?(): Promise<PostStyle | null>
}

/** Result of a port's connection test. */
export interface AdapterHealth {
  /** The adapter behind the port: `built-in`, `Asana`… */
  adapter: string
  ok: boolean
  /** One line for an administrator. */
  detail: string
  /** A limitation despite working, and its remedy; left out if there is none. */
  limit?: string
}
