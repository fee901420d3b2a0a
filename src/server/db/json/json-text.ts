/** A value of type `T` as JSON text that is sent as it is. */
export class JsonText<T> {
  declare readonly value: T
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** Where it is stored or becomes part of another value, it is the value. */
  toJSON(): T {
    return JSON.parse(this.text)
  }
}

type Texts<T> = { [Name in keyof T]: T[Name] | JsonText<T[Name]> }

const textOf = (value: unknown): string => (value instanceof JsonText ? value.text : JSON.stringify(value))

/** An object whose fields are values, written here, or texts, taken over unread. */
export const objectText = <T extends object>(fields: Texts<T>): JsonText<T> =>
  new JsonText(
    `{${Object.entries(fields)
      .map(([name, value]) => `"${name}":${textOf(value)}`)
      .join(',')}}`,
  )

export const listText = <T>(items: readonly JsonText<T>[]): JsonText<T[]> =>
  new JsonText(`[${items.map(({ text }) => text).join(',')}]`)

/** The value, for callers that read it instead of sending it. */
export const parseText = <T>(json: JsonText<T>): T => json.toJSON()
