import { type SQL, sql } from 'drizzle-orm'
import { isPermitted } from '#shared/access/permissions.ts'
import { grantsOf, ROLE_IDS, type RoleId } from '#shared/access/roles.ts'
import { type Against, type AlertKind, TOLD_DAYS } from '#shared/features/desk/alert-rules/rules.ts'
import type { Db } from '../../../db/connect.ts'

/** Roles that may see the subjects of rules. */
export const LISTENING_ROLES: readonly RoleId[] = ROLE_IDS.filter((role) =>
  isPermitted(grantsOf(role), ['ViewKeywords']),
)

const roles = sql`${sql.param([...LISTENING_ROLES])}::text[]`
const listens = sql`u.active and u.kind = 'person' and u.role_id = any(${roles})`

export interface FoundRule extends Record<string, unknown> {
  id: number
  name: string
  version: number
  kind: AlertKind
  against: Against
  threshold: number
  least: number
  siteId: number | null
  site: string | null
  coolDownDays: number
  isOn: boolean
  roles: RoleId[]
  people: number[]
  peopleGone: { id: number; firstName: string; lastName: string; username: string }[]
  listeners: number
  ownerId: number
  firstName: string
  lastName: string
  username: string
  isOwnerGone: boolean
  namedNow: number
  told90: number
  /** Number of those days with data. */
  toldDays: number
  right: number
  noise: number
  changedAt: string
}

/** Rules with their owners and answers, by name. */
export async function listRules(db: Db, today: string, only: SQL = sql`true`): Promise<FoundRule[]> {
  const { rows } = await db.execute<FoundRule>(sql`
    select r.rule_id as id, r.name, r.version, r.kind, r.against, r.threshold, r.least, r.site_id as "siteId", s.display_name as site,
      r.cool_down_days as "coolDownDays", r.is_on as "isOn", r.roles, r.named_now as "namedNow", r.told_90 as "told90",
      r.changed_at as "changedAt", o.id as "ownerId", o.first_name as "firstName", o.last_name as "lastName", o.username,
      not (o.active and o.role_id = any(${roles})) as "isOwnerGone",
      array(select p.user_id from alert_people p where p.rule_id = r.rule_id order by p.user_id) as people,
      (select coalesce(json_agg(json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'username', u.username) order by u.id), '[]')
        from alert_people p join users u on u.id = p.user_id where p.rule_id = r.rule_id and not (${listens})) as "peopleGone",
      (select count(*)::int from users u where ${listens} and (u.role_id = any(r.roles)
        or exists (select from alert_people p where p.rule_id = r.rule_id and p.user_id = u.id))) as listeners,
      a.right, a.noise, coalesce((select greatest(0, least(${TOLD_DAYS}::int, ${today}::date - k.known_from + 1)) from alert_reaches k
        where k.kind = r.kind || case when r.kind = 'earnings-fell' and r.against = 'year' then '-year' else '' end), 0) as "toldDays"
    from alert_rules r join users o on o.id = r.owner_id left join sites s using (site_id)
    cross join lateral (select (count(*) filter (where is_right))::int as right, (count(*) filter (where not is_right))::int as noise
      from alert_answers where rule_id = r.rule_id) a
    where r.deleted_at is null and ${only} order by r.name, r.rule_id`)
  return rows
}

export const isRule = (id: number): SQL => sql`r.rule_id = ${id}::int`

/** All possible recipients of rules, by name. */
export async function listListeners(db: Db) {
  const { rows } = await db.execute<{
    id: number
    firstName: string
    lastName: string
    username: string
    roleId: RoleId
  }>(sql`
    select u.id, u.first_name as "firstName", u.last_name as "lastName", u.username, u.role_id as "roleId"
    from users u where ${listens} order by u.first_name, u.last_name, u.id`)
  return rows
}

/** Recipients of these rules. A rule whose owner is locked, or may no longer see its subjects, has none. */
export async function listTold(db: Db, rules: readonly number[]): Promise<{ rule: number; user: number }[]> {
  const { rows } = await db.execute<{ rule: number; user: number }>(sql`
    select r.rule_id as rule, u.id as user from alert_rules r
    join users o on o.id = r.owner_id and o.active and o.role_id = any(${roles})
    join users u on ${listens} and (u.role_id = any(r.roles)
      or exists (select from alert_people p where p.rule_id = r.rule_id and p.user_id = u.id))
    where r.rule_id = any(${sql.param([...rules])}::integer[]) order by u.id, r.rule_id`)
  return rows
}

/** A user's answers about these subjects of a rule. */
export async function listAnswers(
  db: Db,
  { ruleId, userId, subjects }: { ruleId: number; userId: number; subjects: readonly number[] },
): Promise<Map<number, boolean>> {
  const { rows } = await db.execute<{ id: number; isRight: boolean }>(sql`
    select subject_id as id, is_right as "isRight" from alert_answers
    where rule_id = ${ruleId}::int and user_id = ${userId}::int
      and subject_id = any(${sql.param([...subjects])}::integer[])`)
  return new Map(rows.map(({ id, isRight }) => [id, isRight]))
}
