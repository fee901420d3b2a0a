import { useMemo } from 'react'
import { wordDifference } from './word-difference.ts'

const TAGS = { gone: 'del', new: 'ins' } as const
const SPOKEN = { gone: 'gone: ', new: 'new: ' } as const

/** A text with removed and added words marked in place. */
export function WordsDifference({ before, after }: { before: string; after: string }) {
  const stretches = useMemo(() => wordDifference(before, after), [before, after])
  return stretches.map(({ kind, text }, index) => {
    if (kind === 'same') return text
    const Tag = TAGS[kind]
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: stretches have no identity and are only shown
      <Tag key={index} className="word-change">
        <span className="visually-hidden">{SPOKEN[kind]}</span>
        {text}
      </Tag>
    )
  })
}
