import type { StrikingFileParts } from '../gsc-keywords/parts.ts'
import type { RivalriesParts } from './parts.ts'
import { rivalryFiles } from './rivalry-files.ts'
import { rivalriesHandlers } from './routes.ts'

export const createRivalries = (parts: RivalriesParts & StrikingFileParts) => ({
  handlers: rivalriesHandlers(parts),
  files: rivalryFiles(parts),
})
