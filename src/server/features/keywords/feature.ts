import type { Db } from '../../db/connect.ts'
import { keywordHandlers } from './routes.ts'
import { createKeywordsService } from './service.ts'

export function createKeywords({ db }: { db: Db }) {
  return { service: createKeywordsService(), handlers: keywordHandlers(db) }
}
