import type pg from 'pg'
import { until } from './until.ts'

/** Where a server is killed: before its nth statement arrives at the database, or once it was carried out. */
export interface Death {
  statement: number
  isAfter: boolean
}

type Query = (...args: unknown[]) => unknown

/** Lets the owner of this pool fail as a killed server does: its connections break, and it says nothing more. */
export function killable(pool: pg.Pool) {
  let statements = 0
  let death: Death | null = null
  let isDead = false
  /** Changes with the beginning and the end of each piece of work. */
  let era = 0
  const known = new WeakSet<pg.PoolClient>()

  /** A statement that nobody waits for may be answered after its work: then only its connection breaks. */
  const kill = (client: pg.PoolClient, bornIn = era) => {
    if (bornIn === era) isDead = true
    const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
    connection.stream.destroy()
  }
  /** Carries the statement out, and is dead before the answer arrives. */
  function askAndDie(client: pg.PoolClient, query: Query, args: unknown[]): unknown {
    const bornIn = era
    const callback = args.at(-1)
    const killed = new Error('The server was killed.')
    if (typeof callback !== 'function')
      return Promise.resolve(query(...args)).finally(() => {
        kill(client, bornIn)
        throw killed
      })
    return query(...args.slice(0, -1), () => {
      kill(client, bornIn)
      callback(killed)
    })
  }
  function watch(client: pg.PoolClient): void {
    if (known.has(client)) return
    known.add(client)
    const query: Query = client.query.bind(client)
    client.query = ((...args: unknown[]) => {
      if (!isDead) {
        statements += 1
        if (statements === death?.statement) {
          if (death.isAfter) return askAndDie(client, query, args)
          isDead = true
        }
      }
      if (isDead) kill(client)
      return query(...args)
    }) as typeof client.query
  }
  const connect = pool.connect.bind(pool)
  pool.connect = ((callback?: (...args: unknown[]) => void) => {
    if (callback === undefined)
      return connect().then((client) => {
        watch(client)
        return client
      })
    return connect((error, client, release) => {
      if (client) watch(client)
      callback(error, client, release)
    })
  }) as typeof pool.connect

  const inUse = () => pool.totalCount - pool.idleCount

  return {
    /** Does some work, and returns its number of statements and whether it died before its end. */
    async run(
      at: Death | null,
      work: () => Promise<void>,
    ): Promise<{ statements: number; isKilled: boolean }> {
      statements = 0
      death = at
      era += 1
      const before = inUse()
      try {
        await work()
      } catch (error) {
        if (!isDead) throw error
      }
      // What the dead server still tries fails too.
      await until(() => pool.waitingCount === 0 && inUse() <= before)
      const isKilled = isDead
      death = null
      isDead = false
      era += 1
      return { statements, isKilled }
    },
  }
}
