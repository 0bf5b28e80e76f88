import { type FieldMetadata, getCollectionProps } from '@conform-to/react'
import type { ReactNode } from 'react'

interface Choice {
  value: string
  label: string
  /** The meaning of the choice, in a line. */
  detail: string
  badge?: ReactNode
}

interface Props<S, F extends Record<string, unknown>, E> {
  field: FieldMetadata<S, F, E>
  legend: string
  groups: readonly { label: string; choices: readonly Choice[] }[]
}

/** Renders a few choices with a line of explanation each; arrow keys move between them. */
export function ChoiceCards<S, F extends Record<string, unknown>, E>(props: Props<S, F, E>) {
  const { field, legend, groups } = props
  const radios = getCollectionProps(field as FieldMetadata<string, F, E>, {
    type: 'radio',
    options: groups.flatMap(({ choices }) => choices.map(({ value }) => value)),
  })
  return (
    <fieldset className="min-w-0" aria-describedby={field.errorId}>
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      <div className="flex flex-col gap-4">
        {groups.map((group) => (
          <div key={group.label}>
            <p className="mb-1.5 text-xs text-muted">{group.label}</p>
            <div className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
              {group.choices.map((choice) => (
                <Card
                  key={choice.value}
                  choice={choice}
                  radio={radios.find(({ value }) => value === choice.value)}
                />
              ))}
            </div>
          </div>
        ))}
      </div>
      <p id={field.errorId} className="mt-1 text-xs font-medium text-danger empty:hidden">
        {(field.errors as string[] | undefined)?.join(' ')}
      </p>
    </fieldset>
  )
}

type Radio = ReturnType<typeof getCollectionProps>[number]

function Card({ choice, radio }: { choice: Choice; radio: Radio | undefined }) {
  if (!radio) return null
  const { key, ...input } = radio
  return (
    <label
      htmlFor={input.id}
      className="flex items-start gap-2.5 rounded-lg border border-line bg-surface p-3 hover:border-edge has-checked:border-accent has-checked:bg-accent-soft"
    >
      <input key={key} {...input} className="mt-0.5 size-4 shrink-0 accent-accent" />
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 font-medium">
          {choice.label}
          {choice.badge}
        </span>
        <span className="mt-0.5 block text-xs text-muted">{choice.detail}</span>
      </span>
    </label>
  )
}
