import type { RivalDays, RivalPost } from '#shared/features/posts/rivalries/contract.ts'
import { DaysChart } from '#web/ui/chart/days-chart.tsx'
import { rivalLook } from '#web/ui/chart/line-style.ts'
import { useActiveTheme } from '#web/ui/theme/theme-choice.ts'

const POSITION_HEIGHT = 120
const CLICKS_HEIGHT = 96

interface RivalDaysChartProps {
  days: RivalDays
  posts: readonly RivalPost[]
  query: string
}

/** The position and clicks of each post per day. */
export function RivalDaysChart({ days, posts, query }: RivalDaysChartProps) {
  const theme = useActiveTheme()
  const nameOf = (siteCode: string, postId: string) => {
    const post = posts.find((other) => other.site_code === siteCode && other.post_id === postId)
    return post?.post_title ?? `${siteCode}/${postId}`
  }
  const linesOf = (values: 'positions' | 'clicks') =>
    days.posts.map((post, place) => ({
      name: nameOf(post.site_code, post.post_id),
      values: post[values],
      look: rivalLook(place, theme),
    }))
  return (
    <DaysChart
      days={days.days}
      standing={null}
      description={`Position and clicks of ${days.posts.length} posts by “${query}”, ${days.days[0]} to ${days.days.at(-1)}`}
      panels={[
        {
          title: 'Position',
          note: '1 is the top',
          height: POSITION_HEIGHT,
          lines: linesOf('positions'),
          isRank: true,
        },
        { title: 'Clicks', note: 'a day', height: CLICKS_HEIGHT, lines: linesOf('clicks') },
      ]}
    />
  )
}
