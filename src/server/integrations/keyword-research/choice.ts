import { type BuiltInResearchParts, createBuiltInResearch } from './built-in.ts'
import type { KeywordResearch } from './port.ts'

export const chooseKeywordResearch = (parts: BuiltInResearchParts): KeywordResearch =>
  createBuiltInResearch(parts)
