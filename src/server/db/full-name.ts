import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { fullName } from '#shared/format/full-name.ts'

/** `Dana Okafor`, of a row of users or of the actor. */
export const fullNameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  fullName({ first_name: firstName, last_name: lastName })

/** The same in SQL; null where a left join found nobody, which the caller says by the type. */
export const fullNameIn = <Name extends string | null = string>(table: {
  firstName: SQLWrapper
  lastName: SQLWrapper
}): SQL<Name> => sql<Name>`${table.firstName} || ' ' || ${table.lastName}`
