/** Characters that show nothing: marks of direction, joiners, soft hyphens, zero-width and other blank signs. */
export const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]/gu

/**
 * An identifier without the invisible characters that come along when it is copied from a page. Not for texts, where
 * joiners shape letters and emoji.
 */
export const withoutInvisible = (identifier: string): string => identifier.replace(INVISIBLE, '')
