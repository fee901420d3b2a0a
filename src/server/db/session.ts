/** No call holds a connection for ever. Migrations, backup and restore lift these limits. */
export const SESSION = {
  timezone: 'UTC',
  statement_timeout: '15s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '30s',
} as const

/** As the start of a connection sends them. */
export const SESSION_OPTIONS = Object.entries(SESSION)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

/** Lifts the limits of time until the transaction ends. PostgreSQL has the last one from 17 on. */
export const LIFT_LIMITS = `select set_config(name, '0', true)
  from unnest('{statement_timeout, lock_timeout, idle_in_transaction_session_timeout, transaction_timeout}'::text[]) name
  where current_setting(name, true) is not null`
