import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { fullName } from '#shared/format/full-name.ts'

/** `Dana Okafor`, of a row of users or of the actor. */
export const fullNameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  fullName({ first_name: firstName, last_name: lastName })

/** The same in SQL. With a left join it may be null, which the caller declares by the type parameter. */
export const fullNameIn = <Name extends string | null = string>(table: {
  firstName: SQLWrapper
  lastName: SQLWrapper
}): SQL<Name> => sql<Name>`${table.firstName} || ' ' || ${table.lastName}`
