import { AsyncLocalStorage } from 'node:async_hooks'

const spenders = new AsyncLocalStorage<number>()

/** What is asked of vendors in here, and costs money, is this person's, however deep it is asked. */
export const spendAs = <Value>(userId: number, work: () => Value): Value => spenders.run(userId, work)

/** Whose the call is that is about to be made; undefined for what nobody has asked for. */
export const findSpender = (): number | undefined => spenders.getStore()
