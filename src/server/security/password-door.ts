import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/format/duration.ts'
import type { Db } from '../db/connect.ts'
import { AppError } from '../errors.ts'
import { createConcurrencyLimit, type InTurn } from './concurrency-limit.ts'
import { createTally, createThrottle } from './throttle.ts'
import { createThrottleLine } from './throttle-line.ts'

/** Of one account, from one address. */
const PAIR_WINDOW = { name: 'passwords of account', most: 10, windowMs: 15 * MINUTE_MS }
/** Of one account, from wherever it has not been before. */
const ACCOUNT_WINDOW = { name: 'passwords from anywhere', windowMs: HOUR_MS }
const ACCOUNT_PACE = { name: 'pace of account', most: 1, windowMs: 1000 }
const ADDRESS_WINDOW = { name: 'passwords of address', windowMs: 10 * MINUTE_MS }
/** Where somebody has come in, they are not taken for a stranger for so long. */
const KNOWN_PLACE = { name: 'place of account', windowMs: 30 * DAY_MS }
/** Floods must not fill the trail. */
const TOLD_WINDOW = { name: 'doors told', most: 1, windowMs: 10 * MINUTE_MS }
const WARNED_WINDOW = { name: 'owners warned', most: 1, windowMs: HOUR_MS }

/** So many wrong ones in an hour are no slip of the owner's memory. */
const GUESSED_AFTER = 20
/** From here on strangers wait twice as long before each further try of the account. */
const PACED_AFTER = 30
const LONGEST_PACE_MS = 15 * MINUTE_MS
/** From here on strangers at this address are looked at one after the other, each a little later than the last. */
const SLOWED_AFTER = 100
const SLOWER_EVERY = 20
const FIRST_PAUSE_MS = 25
const LONGEST_PAUSE_MS = 1000
const MOST_IN_LANE = 20

const BUSY = 'Too many people are signing in. Please try again in a moment.'

export interface DoorKeys {
  /** Whose password it would be, as it was typed. */
  account: string
  /** Where whoever tries it is. */
  address: string
}

export interface DoorEvents {
  /** A door was shut: told once in a while, however many stand before it. */
  onShut(): Promise<void>
  /** An account is being guessed: told once an hour. */
  onGuessed(): Promise<void>
}

export interface PasswordDoor {
  /** Lets a password be tried; 429 where too many were wrong. */
  try(keys: DoorKeys, isRight: () => Promise<boolean>, events: DoorEvents): Promise<boolean>
  /** Forgets the failures of an account at this address, whose owner has come in, and knows them here from now on. */
  welcome(keys: DoorKeys): Promise<void>
}

const pairOf = ({ account, address }: DoorKeys) => `${address} ${account}`

const paceAfter = (tries: number) => Math.min(1000 * 2 ** (tries - PACED_AFTER), LONGEST_PACE_MS)

/** Milliseconds before the next look at an address with so many wrong passwords. */
const pauseAfter = (tries: number) =>
  Math.min(FIRST_PAUSE_MS * 2 ** Math.floor((tries - SLOWED_AFTER) / SLOWER_EVERY), LONGEST_PAUSE_MS)

const tooMany = (retryAfter: number) =>
  new AppError('tooMany', 'Too many failed attempts. Please try again later.', { retryAfter })

/** Lanes in which those of one address go one after the other. */
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

interface DoorParts {
  db: Db
  clock: () => Date
  /** Tests do not wait. */
  pause?: (ms: number) => Promise<unknown>
}

interface StrangerParts extends DoorParts {
  /** A door was shut. */
  tell: (key: string, events: DoorEvents) => Promise<void>
}

/** Lets passwords of those be looked at who have not been here before, later the more were wrong. */
function createStrangersGate({ db, clock, pause = sleep, tell }: StrangerParts) {
  const ofAccount = createTally(db, ACCOUNT_WINDOW)
  const ofAddress = createTally(db, ADDRESS_WINDOW)
  const pace = createThrottle(db, ACCOUNT_PACE)
  const warned = createThrottle(db, WARNED_WINDOW)
  const laneOf = createLanes()

  /** Refuses a stranger who comes too soon after the last try of an account that is being guessed. */
  async function keepPace(keys: DoorKeys, tries: number, events: DoorEvents): Promise<void> {
    if (tries <= PACED_AFTER) return
    const wait = await pace.take(keys.account, clock(), paceAfter(tries))
    if (wait === 0) return
    await tell(pairOf(keys), events)
    throw tooMany(wait)
  }

  /** Looks at a password from an address where many were wrong, in turn and after a pause. */
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

  /** Looks at the password of somebody who may be a stranger, later the more were wrong. */
  async function lookSlowly(keys: DoorKeys, look: () => Promise<boolean>, events: DoorEvents) {
    const { account, address } = keys
    const now = clock()
    const [ofAll, ofPlace] = await Promise.all([ofAccount.add(account, now), ofAddress.add(address, now)])
    let isWrong = false
    try {
      await keepPace(keys, ofAll, events)
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
 * Counts wrong passwords: of an account from one address, of an account from anywhere, of an address. A try counts as
 * wrong from its start, so that many at once are counted too; when the password was right, or was not even looked at,
 * it is taken back. Whoever comes meanwhile waits for that, and is not taken for one too many. Nobody shuts the door
 * for their neighbours or for an account's owner: a flood makes strangers slower, and known places are exempt.
 */
export function createPasswordDoor(parts: DoorParts): PasswordDoor {
  const { db, clock } = parts
  const perPair = createThrottle(db, PAIR_WINDOW)
  const pairs = createThrottleLine({ throttle: perPair, clock, refusal: BUSY })
  const places = createTally(db, KNOWN_PLACE)
  const told = createThrottle(db, TOLD_WINDOW)

  async function tellShut(key: string, { onShut }: DoorEvents): Promise<void> {
    if ((await told.take(key, clock())) === 0) await onShut()
  }

  const lookSlowly = createStrangersGate({ ...parts, tell: tellShut })

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
