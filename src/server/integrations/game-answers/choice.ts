import type { Db } from '../../db/connect.ts'
import { createAccountStore } from '../../db/vendors/vendor-accounts.ts'
import { createBuiltInGames, createNoGames } from './built-in.ts'
import type { GameSources } from './game-settings.ts'
import type { GameAnswers } from './port.ts'
import { createPublishedGames } from './published.ts'

interface GamesDeps {
  sources: GameSources | undefined
  db: Db
  isProduction: boolean
}

/** Published answers if their addresses are set. Otherwise invented ones, but none in production: the page is public. */
export function chooseGames({ sources, db, isProduction }: GamesDeps): GameAnswers {
  if (sources !== undefined) return createPublishedGames(sources, { accountStore: createAccountStore(db) })
  return isProduction ? createNoGames() : createBuiltInGames()
}
