import { useFetcher } from '@remix-run/react'
import { useEffect } from 'react'
import type { Option } from '~/platform/forms/choices'

const DEBOUNCE_MS = 200

interface Props {
  /** The `list` of the field that they are offered for. */
  id: string
  /** The first ones; without scripts these are all. */
  options: readonly Option[]
  /** Resource route that searches all of them. */
  source: string
  /** The text in the field. */
  typed: string | undefined
}

/** Names that exist already, offered while one is typed. */
export function Suggestions({ id, options, source, typed }: Props) {
  const { load, data } = useFetcher<{ options: Option[] } | null>()
  const words = typed?.trim() ?? ''
  useEffect(() => {
    if (!words) return
    const timer = setTimeout(() => load(`${source}?q=${encodeURIComponent(words)}`), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [source, words, load])
  const found = words && data ? data.options : options
  return (
    <datalist id={id}>
      {found.map(({ label }) => (
        <option key={label} value={label} />
      ))}
    </datalist>
  )
}
