import { useFetcher } from '@remix-run/react'
import { useEffect, useMemo } from 'react'
import { FIRST_CHOICES, FOUND_CHOICES, type Option } from '~/platform/forms/choices'

const DEBOUNCE_MS = 200

interface Found<O> {
  found: readonly O[]
  /** Says why there are no choices, or not all of them. */
  note: string | null
  /** The server's answer to this text is still to come. */
  waiting: boolean
}

/**
 * Finds the choices for what is typed: every word must occur. With a source the page's own choices come at once and the
 * server's follow them; `text` is null while the list is closed.
 */
export function useFound<O extends Option>(
  options: readonly O[],
  source: string | undefined,
  text: string | null,
): Found<O> {
  const { load, data, state } = useFetcher<{ q: string | null; options: O[] } | null>()
  const search = text?.trim() ?? ''
  useEffect(() => {
    if (!source || !search) return
    const joint = source.includes('?') ? '&' : '?'
    const timer = setTimeout(
      () => load(`${source}${joint}q=${encodeURIComponent(search)}`),
      DEBOUNCE_MS,
    )
    return () => clearTimeout(timer)
  }, [source, search, load])
  const answer = data as { q: string | null; options: O[] } | null | undefined
  const found = useMemo(() => {
    if (text === null) return []
    const words = search.toLowerCase().split(/\s+/).filter(Boolean)
    const matches = (option: O) => {
      const haystack = `${option.label} ${option.detail ?? ''}`.toLowerCase()
      return words.every((word) => haystack.includes(word))
    }
    const here = options.filter(matches)
    const known = new Set(here.map((option) => option.id))
    // The answer to an earlier text serves until this one's is there.
    const fits = (option: O) => answer?.q === search || matches(option)
    const there = words.length > 0 ? (answer?.options ?? []) : []
    return [...here, ...there.filter((option) => !known.has(option.id) && fits(option))]
  }, [options, answer, text, search])
  if (!source) return { found: found.slice(0, FOUND_CHOICES), note: noteOf(found), waiting: false }
  if (!search) {
    const more = found.length >= FIRST_CHOICES
    return { found, note: more ? 'Type to find others.' : noteOf(found), waiting: false }
  }
  // A null answer comes from `optionalClientLoader` when none arrived, which differs from an empty result.
  const failed = answer === null && state === 'idle'
  if (failed)
    return { found, note: 'The search did not respond. Keep typing to try again.', waiting: false }
  const waiting = answer?.q !== search
  const note = waiting && found.length === 0 ? 'Searching…' : noteOf(found)
  return { found: found.slice(0, FOUND_CHOICES), note, waiting }
}

function noteOf(found: readonly unknown[]): string | null {
  if (found.length === 0) return 'Nothing found.'
  return found.length > FOUND_CHOICES
    ? `The first ${FOUND_CHOICES} are shown. Type more to find others.`
    : null
}
