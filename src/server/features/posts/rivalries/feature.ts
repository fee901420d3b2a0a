import type { StrikingFileDeps } from '../gsc-keywords/deps.ts'
import type { RivalriesDeps } from './deps.ts'
import { rivalryFiles } from './rivalry-files.ts'
import { rivalriesHandlers } from './routes.ts'

export const createRivalries = (deps: RivalriesDeps & StrikingFileDeps) => ({
  handlers: rivalriesHandlers(deps),
  files: rivalryFiles(deps),
})
