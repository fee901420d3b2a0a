import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useForm } from '#web/ui/form/use-form.ts'
import { type ArticleValues, blankValues } from '../use-article-values.ts'
import { FaqsFields } from './faqs-fields.tsx'

function Questions({ questions }: { questions: readonly string[] }) {
  const faqs = questions.map((question, key) => ({ key, question }))
  const form = useForm<ArticleValues>({
    id: 'article',
    known: { values: { ...blankValues(), faqs } },
    check: () => ({}),
  })
  return <FaqsFields form={form} />
}

const shown = () => screen.getAllByRole('textbox').map((field) => (field as HTMLInputElement).value)
const paste = (number: number, text: string) =>
  fireEvent.paste(screen.getByRole('textbox', { name: `Question ${number}` }), {
    clipboardData: { getData: () => text },
  })

it('several pasted questions become a row each, starting at the empty one', () => {
  render(<Questions questions={['How loud is it?', '', 'Does it pour?']} />)
  paste(2, 'Is it safe?\r\n\r\n  What does it weigh? \n')
  expect(shown()).toEqual(['How loud is it?', 'Is it safe?', 'What does it weigh?', 'Does it pour?'])
  paste(1, 'One\nTwo')
  expect(shown().slice(0, 3)).toEqual(['How loud is it?', 'One', 'Two'])
})

it('a single line is pasted like any text', () => {
  render(<Questions questions={['']} />)
  const isLeftToTheField = paste(1, 'Is it safe?\n')
  expect(isLeftToTheField).toBe(true)
  expect(shown()).toEqual([''])
})
