import { createHash } from 'node:crypto'
import pg from 'pg'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'
import { scramVerifier } from './scram.ts'
import { viewStatements } from './views.ts'

/** Schema of the views, and of nothing else. */
export const CONSOLE_SCHEMA = 'console'

/** Time limit of a statement, and most connections of all servers together. */
export const STATEMENT_MS = 10_000
export const MOST_QUERIES_AT_ONCE = 3

/**
 * Settings that the server may refuse to an owner who is not a superuser. Security does not depend on them.
 */
const WHERE_ALLOWED = (role: string) => [
  `alter role ${role} set temp_file_limit = '64MB'`,
  // All overloads of functions that take advisory locks, notify other connections or store data.
  `do $$
   declare f record;
   begin
     for f in select p.oid::regprocedure as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = 'pg_catalog'
         and (p.proname ~ '^(pg_(try_)?advisory_|lo_)' or p.proname in ('pg_notify', 'pg_logical_emit_message', 'set_config'))
         and (p.proacl is null or p.proacl::text ~ '(^\\{|,)=X')
     loop execute format('revoke execute on function %s from public', f.name); end loop;
   end $$`,
]

/** The role of this database. Roles belong to a whole server, which may contain several databases. */
const readerRole = (databaseOid: number): string => `copydesk_reader_${databaseOid}`

/** Hash of the statements that created the schema, to detect an outdated one. */
const markOf = (statements: readonly string[]) =>
  createHash('sha256').update(statements.join('\n')).digest('hex').slice(0, 32)

/**
 * Creates or repairs the console's role and views, for example after an upgrade, a restore or a move to
 * another server. The role may sign in, has no rights on tables, and reads only the views; `password`
 * replaces its password. Returns the role's name. Throws the server's refusal (42501 if our own user may not
 * create roles).
 */
export async function layReader(pool: pg.Pool, password: string): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.prepareConsole])
    const { rows } = await client.query<{ oid: number; name: string }>(
      'select oid, datname as name from pg_database where datname = current_database()',
    )
    const [database] = rows
    if (!database) throw new Error('The server does not name this database.')
    const role = readerRole(database.oid)
    await layRole(client, role, password)
    await layViews(client)
    await client.query(`grant usage on schema ${CONSOLE_SCHEMA} to ${role}`)
    await client.query(`grant select on all tables in schema ${CONSOLE_SCHEMA} to ${role}`)
    await client.query(`grant execute on all functions in schema ${CONSOLE_SCHEMA} to ${role}`)
    await client.query(
      `alter role ${role} in database ${pg.escapeIdentifier(database.name)} set search_path = ${CONSOLE_SCHEMA}`,
    )
    await client.query(`revoke temporary on database ${pg.escapeIdentifier(database.name)} from public`)
    await client.query('commit')
    await whereAllowed(client, role)
    client.release()
    return role
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function layRole(client: pg.ClientBase, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  if (rowCount === 0) await client.query(`create role ${role}`)
  await client.query(
    `alter role ${role} login noinherit nocreatedb nocreaterole connection limit ${MOST_QUERIES_AT_ONCE} password ${pg.escapeLiteral(scramVerifier(password))}`,
  )
  const settings = {
    default_transaction_read_only: 'on',
    statement_timeout: `${STATEMENT_MS}ms`,
    idle_in_transaction_session_timeout: '15s',
    lock_timeout: '5s',
    work_mem: '16MB',
    max_parallel_workers_per_gather: '0',
  }
  for (const [name, value] of Object.entries(settings))
    await client.query(`alter role ${role} set ${name} = '${value}'`)
}

async function layViews(client: pg.ClientBase): Promise<void> {
  const statements = viewStatements(CONSOLE_SCHEMA)
  const mark = markOf(statements)
  const { rows } = await client.query<{ mark: string | null }>(
    "select obj_description(oid, 'pg_namespace') as mark from pg_namespace where nspname = $1",
    [CONSOLE_SCHEMA],
  )
  if (rows[0]?.mark === mark) return
  await client.query(`drop schema if exists ${CONSOLE_SCHEMA} cascade`)
  await client.query(`create schema ${CONSOLE_SCHEMA}`)
  for (const statement of statements) await client.query(statement)
  await client.query(`comment on schema ${CONSOLE_SCHEMA} is '${mark}'`)
}

async function whereAllowed(client: pg.ClientBase, role: string): Promise<void> {
  for (const statement of WHERE_ALLOWED(role)) await client.query(statement).catch(() => {})
}

/** The address of the same database for another user. */
export function addressAs(url: string, user: string, password: string): string {
  const address = new URL(url)
  const { searchParams } = address
  searchParams.set('user', user)
  searchParams.set('password', password)
  return String(address)
}
