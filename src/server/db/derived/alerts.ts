import { alertFacts, alertRules } from '../schema/alert-rules.ts'
import { contentEarnings, stockRisks } from '../schema/content.ts'
import { productPrices, productStocks } from '../schema/products.ts'
import { keywordDays } from '../schema/share-of-voice.ts'
import type { DerivedColumns } from './entry.ts'

const FILE = 'features/desk/alert-rules/alert-rules.test.ts'
const EVALUATE = ['alert-rules.evaluate']

export const ALERTS: readonly DerivedColumns[] = [
  {
    columns: [alertFacts.toDay, alertFacts.value, alertFacts.was, alertFacts.is, alertFacts.siteIds],
    from: [contentEarnings, stockRisks, productPrices, productStocks, keywordDays, 'time'],
    run: EVALUATE,
    test: {
      file: FILE,
      title: 'include prices that are far from those of a week before',
    },
  },
  {
    columns: [alertRules.namedNow, alertRules.told90],
    from: [alertFacts, 'time'],
    recompute: [
      'features/desk/alert-rules/verbs/change-rule.ts#createRule',
      'features/desk/alert-rules/verbs/change-rule.ts#updateRule',
    ],
    run: EVALUATE,
    test: { file: FILE, title: 'counts the matches of a rule, which were counted when it was saved' },
  },
]
