import type { Db } from '../../db/connect.ts'
import { createPauseStore } from '../../db/vendor-pauses.ts'
import { createBuiltInGames } from './built-in.ts'
import type { GameSources } from './game-settings.ts'
import type { GameAnswers } from './port.ts'
import { createPublishedGames } from './published.ts'

/** Published answers where it is set where they are, otherwise invented ones. */
export const chooseGames = ({ sources, db }: { sources: GameSources | undefined; db: Db }): GameAnswers =>
  sources === undefined
    ? createBuiltInGames()
    : createPublishedGames(sources, { pauses: createPauseStore(db) })
