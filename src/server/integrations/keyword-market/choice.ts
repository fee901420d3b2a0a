import { type BuiltInMarketParts, createBuiltInMarket } from './built-in.ts'
import type { KeywordMarket } from './port.ts'

export const chooseKeywordMarket = (parts: BuiltInMarketParts): KeywordMarket => createBuiltInMarket(parts)
