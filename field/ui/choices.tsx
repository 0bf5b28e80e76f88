import { useId } from 'react'

interface Props<V extends string> {
  label: string
  value: V
  options: readonly (readonly [value: V, label: string])[]
  choose(value: V): void
}

/** One of few things, each seen at once. */
export function Choice<V extends string>({ label, value, options, choose }: Props<V>) {
  const name = useId()
  return (
    <fieldset>
      <legend className="text-sm font-medium">{label}</legend>
      <div className="mt-1 flex flex-col">
        {options.map(([each, text]) => (
          <label key={each} className="flex min-h-12 items-center gap-3">
            <input
              type="radio"
              name={name}
              checked={each === value}
              onChange={() => choose(each)}
              className="size-5 accent-accent"
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
