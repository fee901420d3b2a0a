import { expect, it } from 'vitest'
import { auditFaults } from './audit-faults.mjs'

const F = 'src/server/features/pens'
const STORE = `
  import { pens } from '../../db/schema/pens.ts'
  export async function insertPen(db, pen) { await db.insert(pens).values(pen) }
  export async function clearPens(db) { await db.execute(sql\`delete from \${pens}\`) }
  export async function refill(db) { await insertPen(db, {}) }
  export async function findPen(db, id) { const seen = new Set(); seen.delete(id); return db.select().from(pens) }`
const HEAD = `
  import { transaction } from '../../db/connect.ts'
  import { requires } from '../../security/actor.ts'
  import { audit } from '../../security/audit.ts'
  import * as store from './store.ts'
  import { refill } from './store.ts'
  import { tell } from './verbs/tell.ts'`
const TELL = `
  import { audit } from '../../../security/audit.ts'
  const write = (tx, actor) => audit(tx, actor, 'pen.bought')
  export async function tell(tx, actor) { await write(tx, actor) }`

/** The faults of a service with this text, without their positions. */
function faultsOf(service, allowed) {
  const sources = [
    [`${F}/store.ts`, STORE],
    [`${F}/service.ts`, HEAD + service],
    [`${F}/verbs/tell.ts`, TELL],
  ]
  return auditFaults(sources, allowed).map((fault) => fault.replace(/^\S+:\d+: /, ''))
}

const SILENT = 'writes in a transaction that leaves no entry in the trail'

it('a transaction writes its audit entry itself, or through a function in this file or in another', () => {
  expect(
    faultsOf(`
      async function one(db) { await transaction(db, async (tx) => { await store.insertPen(tx); await audit(tx) }) }
      async function two(db) { return transaction(db, (tx) => once(tx, () => inside(tx))) }
      async function inside(tx) { await store.insertPen(tx); await tell(tx) }`),
  ).toEqual([])
})

it('a transaction without an entry is refused, in any place and with any other code in its function', () => {
  expect(
    faultsOf(`
      async function buy(db) { await transaction(db, (tx) => store.insertPen(tx)); await audit(db) }
      export const createPens = ({ db }) => ({ sell: () => transaction(db, async (tx) => { tx.x() }) })
      const service = { async lend(db) { await transaction(db, async (tx) => { audit; await refill(tx) }) } }`),
  ).toEqual([`buy ${SILENT}`, `sell ${SILENT}`, `lend ${SILENT}`])
})

it('another function of the same name does not count as the audit trail', () => {
  const service = `
    const other = { audit() {} }
    async function buy(db) { await transaction(db, async (tx) => { other.audit(tx) }) }`
  expect(faultsOf(service)).toEqual([`buy ${SILENT}`])
})

it('a call of a store that writes must be in a transaction; a call that reads need not', () => {
  expect(
    faultsOf(`
      async function buy(parts) { await store.insertPen(parts.db) }
      async function clear({ db }) { await store.clearPens(db) }
      async function again({ db }) { await refill(db); await audit(db) }
      async function hide({ db }) { const tx = db; await refill(tx) }
      const look = ({ db }) => store.findPen(db, 1)
      const hand = (tx) => refill(tx)`),
  ).toEqual(
    ['buy calls insertPen', 'clear calls clearPens', 'again calls refill', 'hide calls refill'].map(
      (begin) => `${begin}, which writes, outside of a transaction`,
    ),
  )
})

it('a verb with a caller checks the caller’s permission', () => {
  const verb = (first) =>
    faultsOf(`async function buy(db, actor: Caller) { ${first}; await transaction(db, (tx) => tell(tx)) }`)
  expect(verb('0')).toEqual(['buy writes for a caller and asks for no right'])
  expect(verb("requires(actor, ['ManageUsers'])")).toEqual([])
})

it('an exception names its function, and is refused once it is unnecessary', () => {
  const service = 'async function buy(db) { await transaction(db, (tx) => store.insertPen(tx)) }'
  expect(faultsOf(service, { [`${F}/service.ts buy`]: 'why' })).toEqual([])
  expect(faultsOf(service, { [`${F}/service.ts buy`]: 'why', [`${F}/service.ts sell`]: 'why' })).toEqual([
    `${F}/service.ts sell: needs no permission any more`,
  ])
})
