import { z } from 'zod'
import { LEAD_WEEKS_MAXIMUM } from '#shared/features/keywords/opportunities/rules.ts'
import { settingGroup } from '../../../settings/settings-group.ts'

const weeks = z.coerce.number().int().min(0).max(LEAD_WEEKS_MAXIMUM)
const WEEKS = `a whole number of weeks, at most ${LEAD_WEEKS_MAXIMUM}`
const WEEK_DAYS = 7

export const opportunitySettings = settingGroup({
  variables: { PUBLISH_BY_RANK_WEEKS: weeks.default(8), PUBLISH_BY_WRITE_WEEKS: weeks.default(3) },
  expected: { PUBLISH_BY_RANK_WEEKS: WEEKS, PUBLISH_BY_WRITE_WEEKS: WEEKS },
  settings: ({ PUBLISH_BY_RANK_WEEKS, PUBLISH_BY_WRITE_WEEKS }) => ({
    /**
     * Days until a page ranks and until an article is written, used until enough of our articles are
     * measured.
     */
    usualLead: {
      rankDays: PUBLISH_BY_RANK_WEEKS * WEEK_DAYS,
      writeDays: PUBLISH_BY_WRITE_WEEKS * WEEK_DAYS,
    },
  }),
})
