import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { fullNameFrom } from '../../../db/sql/full-name.ts'

/** What a run is about, and how far it is. */
export interface Subject {
  label: string | null
  path: string | null
  startedBy: string | null
  done: number | null
  total: number | null
}

const starter = fullNameFrom(sql`u`)

/** By the names of runs: a row for the run `r`, with the columns of `Subject`. */
const SUBJECTS: Readonly<Record<string, SQL>> = {
  'adoptions.read-site': sql`
    select s.display_name as label, null as path, ${starter} as "startedBy", a.done,
      case when a.state = 'listing' then null else a.total end as total
    from adoptions a join sites s using (site_id) left join users u on u.id = a.user_id
    where a.adoption_id = (r.key->>'adoptionId')::int`,
  'product-library.scan-stock': sql`
    select null as label, null as path, ${starter} as "startedBy", a.done, a.total
    from stock_scans a left join users u on u.id = a.user_id where a.stock_scan_id = (r.key->>'scanId')::int`,
  'keyword-changes.make': sql`
    select 'Change ' || a.change_id as label, '/changes' as path, ${starter} as "startedBy",
      a.slices_done as done, a.slices as total
    from keyword_changes a left join users u on u.id = a.user_id where a.change_id = (r.key->>'changeId')::int`,
  'replacements.carry-out': sql`
    select coalesce(nullif(a.old_name, ''), a.old_asin) || ' → ' || coalesce(nullif(a.new_name, ''), a.new_asin) as label,
      '/changes' as path, ${starter} as "startedBy", p.done, p.total
    from replacements a left join users u on u.id = a.acting_id,
      lateral (select count(*)::int as total, count(*) filter (where state not in ('waiting', 'taking-back'))::int as done
        from replacement_places p where p.replacement_id = a.replacement_id and p.state <> 'blocked') p
    where a.replacement_id = (r.key->>'replacementId')::int`,
  'share-of-voice.collect-batch': sql`
    select r.key->>'day' as label, null as path, null as "startedBy",
      count(*) filter (where state <> 'waiting')::int as done, count(*)::int as total
    from collection_items where day = (r.key->>'day')::date`,
  'gsc-keywords.collect-searches': sql`
    select s.display_name as label, null as path, null as "startedBy", null::int as done, null::int as total
    from sites s where s.site_id = (r.key->>'siteId')::int`,
  'offboarding.close-next': sql`
    select coalesce(a.name, a.email) as label, '/user-access/runs/' || a.run_id as path, ${starter} as "startedBy",
      p.done, p.total
    from offboarding_runs a left join users u on u.id = a.acting_id,
      lateral (select count(*)::int as total, count(*) filter (where state not in ('waiting', 'running'))::int as done
        from offboarding_systems p where p.run_id = a.run_id) p
    where a.run_id = (r.key->>'runId')::int`,
  'offboarding.second-look': sql`
    select coalesce(a.name, a.email) as label, '/user-access/runs/' || a.run_id as path, ${starter} as "startedBy",
      null::int as done, null::int as total
    from offboarding_runs a left join users u on u.id = a.acting_id where a.run_id = (r.key->>'runId')::int`,
  'access-reviews.read-accounts': sql`
    select null as label, '/user-access/reviews/' || a.review_id as path, ${starter} as "startedBy", p.done, p.total
    from access_reviews a left join users u on u.id = a.user_id,
      lateral (select count(*)::int as total, count(*) filter (where state <> 'waiting')::int as done
        from access_review_systems p where p.review_id = a.review_id) p
    where a.review_id = (r.key->>'reviewId')::int`,
  'search-tasks.make': sql`
    select a.name as label, null as path, ${starter} as "startedBy", null::int as done, null::int as total
    from search_tasks a left join users u on u.id = a.user_id
    where a.search_task_id = (r.key->>'searchTaskId')::int`,
  'google-sheets.sync': sql`
    select s.display_name as label, '/google-sheets' as path, ${starter} as "startedBy", p.done, p.total
    from sheet_syncs a join google_sheets g using (google_sheet_table_id) join sites s using (site_id)
      left join users u on u.id = a.user_id,
      lateral (select nullif(count(*), 0)::int as total, count(*) filter (where value->>'state' <> 'waiting')::int as done
        from jsonb_each(a.progress->'rows')) p
    where a.sheet_sync_id = (r.key->>'syncId')::int`,
  'game-solutions.collect': sql`
    select null as label, null as path, ${starter} as "startedBy", null::int as done, null::int as total
    from game_runs a left join users u on u.id = a.user_id where a.game_run_id = (r.key->>'runId')::int`,
}
export const NAMES_WITH_SUBJECT: readonly string[] = Object.keys(SUBJECTS)

/** Subjects of these runs of one name, by their ids. A run whose subject is gone has none. */
export async function readSubjects(
  db: Db,
  name: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Subject>> {
  const subject = Object.hasOwn(SUBJECTS, name) ? SUBJECTS[name] : undefined
  if (subject === undefined) return new Map()
  const { rows } = await db.execute<Subject & { id: number } & Record<string, unknown>>(sql`
    select r.run_id as id, s.* from runs r, lateral (${subject}) s
    where r.run_id = any(${sql.param([...ids])}::int[])`)
  return new Map(rows.map((row) => [row.id, row]))
}
