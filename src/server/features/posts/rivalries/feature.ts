import type { RivalriesParts } from './parts.ts'
import { rivalriesHandlers } from './routes.ts'

export { rivalryFiles } from './rivalry-files.ts'

export const createRivalries = (parts: RivalriesParts) => ({ handlers: rivalriesHandlers(parts) })
