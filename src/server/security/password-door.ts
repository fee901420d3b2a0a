import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/format/duration.ts'
import type { Db } from '../db/connect.ts'
import { AppError } from '../errors.ts'
import { createConcurrencyLimit, type InTurn } from './concurrency-limit.ts'
import { createTally, createThrottle } from './throttle.ts'
import { createThrottleLine } from './throttle-line.ts'

/** Tries per account and address. */
const PAIR_WINDOW = { name: 'passwords of account', most: 10, windowMs: 15 * MINUTE_MS }
/** Tries per account from unknown addresses. */
const ACCOUNT_WINDOW = { name: 'passwords from anywhere', windowMs: HOUR_MS }
const ACCOUNT_PACE = { name: 'pace of account', most: 1, windowMs: 1000 }
const ADDRESS_WINDOW = { name: 'passwords of address', windowMs: 10 * MINUTE_MS }
/** How long an address counts as known after a successful sign-in. */
const KNOWN_PLACE = { name: 'place of account', windowMs: 30 * DAY_MS }
/** Floods must not fill the audit trail. */
const TOLD_WINDOW = { name: 'doors told', most: 1, windowMs: 10 * MINUTE_MS }
const WARNED_WINDOW = { name: 'owners warned', most: 1, windowMs: HOUR_MS }

/** More wrong passwords in an hour are not the owner's own mistakes. */
const GUESSED_AFTER = 20
/** After this many, unknown addresses wait twice as long before each further try of the account. */
const PACED_AFTER = 30
const LONGEST_PACE_MS = 15 * MINUTE_MS
/** After this many, passwords from an unknown address are checked one by one, with growing delays. */
const SLOWED_AFTER = 100
const SLOWER_EVERY = 20
const FIRST_PAUSE_MS = 25
const LONGEST_PAUSE_MS = 1000
const MOST_IN_LANE = 20

const BUSY = 'Too many people are signing in. Please try again in a moment.'

export interface DoorKeys {
  /** The account name as typed. */
  account: string
  /** IP address of the caller. */
  address: string
}

export interface DoorEvents {
  /** Tries are being refused. Called once in a while, however many tries there are. */
  onShut(): Promise<void>
  /** An account is being guessed. Called once an hour. */
  onGuessed(): Promise<void>
}

export interface PasswordDoor {
  /** Checks a password; 429 after too many wrong ones. */
  try(keys: DoorKeys, isRight: () => Promise<boolean>, events: DoorEvents): Promise<boolean>
  /**
   * Clears the failures of an account at this address after its owner has signed in, and marks the address as
   * known.
   */
  welcome(keys: DoorKeys): Promise<void>
}

const pairOf = ({ account, address }: DoorKeys) => `${address} ${account}`

const paceAfter = (tries: number) => Math.min(1000 * 2 ** (tries - PACED_AFTER), LONGEST_PACE_MS)

/** Delay in milliseconds before the next check for an address with this many wrong passwords. */
const pauseAfter = (tries: number) =>
  Math.min(FIRST_PAUSE_MS * 2 ** Math.floor((tries - SLOWED_AFTER) / SLOWER_EVERY), LONGEST_PAUSE_MS)

const tooMany = (retryAfter: number) =>
  new AppError('tooMany', 'Too many failed attempts. Please try again later.', { retryAfter })

/** One queue per address, processed in sequence. */
function createLanes() {
  const lanes = new Map<string, InTurn>()
  return (address: string): InTurn => {
    const lane =
      lanes.get(address) ?? createConcurrencyLimit({ atOnce: 1, mostWaiting: MOST_IN_LANE, refusal: BUSY })
    if (lanes.size > 10_000) lanes.clear()
    lanes.set(address, lane)
    return lane
  }
}

interface DoorDeps {
  db: Db
  clock: () => Date
  /** Replaced in tests, so that they do not wait. */
  pause?: (ms: number) => Promise<unknown>
}

interface StrangerDeps extends DoorDeps {
  /** Reports that tries are refused. */
  tell: (key: string, events: DoorEvents) => Promise<void>
}

/** Checks passwords from unknown addresses, with delays that grow with the number of wrong ones. */
function createStrangersGate({ db, clock, pause = sleep, tell }: StrangerDeps) {
  const ofAccount = createTally(db, ACCOUNT_WINDOW)
  const ofAddress = createTally(db, ADDRESS_WINDOW)
  const pace = createThrottle(db, ACCOUNT_PACE)
  const warned = createThrottle(db, WARNED_WINDOW)
  const laneOf = createLanes()

  /**
   * Refuses a try from an unknown address too soon after the last try of an account that is being guessed.
   */
  async function limitPace(keys: DoorKeys, tries: number, events: DoorEvents): Promise<void> {
    if (tries <= PACED_AFTER) return
    const wait = await pace.take(keys.account, clock(), paceAfter(tries))
    if (wait === 0) return
    await tell(pairOf(keys), events)
    throw tooMany(wait)
  }

  /** Checks a password from an address with many wrong ones, in sequence and after a delay. */
  async function lookInLane(
    address: string,
    tries: number,
    look: () => Promise<boolean>,
    events: DoorEvents,
  ) {
    if (tries <= SLOWED_AFTER) return look()
    await tell(address, events)
    return laneOf(address)(() => pause(pauseAfter(tries)).then(look))
  }

  /**
   * Checks a password from a possibly unknown address, with a delay that grows with the number of wrong ones.
   */
  async function lookSlowly(keys: DoorKeys, look: () => Promise<boolean>, events: DoorEvents) {
    const { account, address } = keys
    const now = clock()
    const [ofAll, ofPlace] = await Promise.all([ofAccount.add(account, now), ofAddress.add(address, now)])
    let isWrong = false
    try {
      await limitPace(keys, ofAll, events)
      isWrong = !(await lookInLane(address, ofPlace, look, events))
    } finally {
      if (!isWrong) await Promise.all([ofAccount.undo(account), ofAddress.undo(address)])
    }
    const isNews = isWrong && ofAll >= GUESSED_AFTER && (await warned.take(account, now)) === 0
    if (isNews) await events.onGuessed()
    return !isWrong
  }

  return lookSlowly
}

/**
 * Counts wrong passwords per account and address, per account, and per address. A try counts as wrong from
 * its start, so that parallel tries are counted too. It is uncounted if the password was right or was not
 * checked; other tries wait for that rather than being refused. Nobody can lock out their neighbours or an
 * account's owner: a flood only slows down unknown addresses, and known ones are exempt.
 */
export function createPasswordDoor(deps: DoorDeps): PasswordDoor {
  const { db, clock } = deps
  const perPair = createThrottle(db, PAIR_WINDOW)
  const pairs = createThrottleLine({ throttle: perPair, clock, refusal: BUSY })
  const places = createTally(db, KNOWN_PLACE)
  const told = createThrottle(db, TOLD_WINDOW)

  async function tellShut(key: string, { onShut }: DoorEvents): Promise<void> {
    if ((await told.take(key, clock())) === 0) await onShut()
  }

  const lookSlowly = createStrangersGate({ ...deps, tell: tellShut })

  return {
    async try(keys, isRight, events) {
      const pair = pairOf(keys)
      const retryAfter = await pairs.enter(pair)
      if (retryAfter > 0) {
        await tellShut(pair, events)
        throw tooMany(retryAfter)
      }
      let isCounted = false
      try {
        const isKnown = (await places.read(pair, clock())) > 0
        isCounted = !(await (isKnown ? isRight() : lookSlowly(keys, isRight, events)))
        return !isCounted
      } finally {
        await pairs.leave(pair, { isCounted })
      }
    },
    async welcome(keys) {
      const pair = pairOf(keys)
      await perPair.forget(pair)
      await places.forget(pair)
      await places.add(pair, clock())
    },
  }
}
