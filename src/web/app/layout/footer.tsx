import { useQuery } from '@tanstack/react-query'
import { healthQuery } from '#web/features/ground/system/queries.ts'

const DEFAULT_ENVIRONMENT = 'development'
const SHORT_HASH = 7

/** Year, environment unless it is production, and the build. */
export function Footer() {
  const { data: health } = useQuery(healthQuery)
  const environment = health?.env || DEFAULT_ENVIRONMENT
  // A page can outlive its server: a server of another build may not send the commit.
  const commit = health?.commit?.slice(0, SHORT_HASH)
  return (
    <footer className="footer cluster align-stretch justify-center gap-12 row-gap-4 meta tabular">
      <span>{new Date().getFullYear()}</span>
      {environment !== 'production' && <span>{environment}</span>}
      {commit &&
        (health?.commit_url ? (
          <a href={health.commit_url} target="_blank" rel="noreferrer" title={health.commit}>
            {commit}
          </a>
        ) : (
          <span>{commit}</span>
        ))}
    </footer>
  )
}
