import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useRef, useState } from 'react'
import { uuidv7 } from 'uuidv7'
import { useLocation, useSearchParams } from 'wouter'
import type { ActFacts, ActKind, ActRefusal } from '~/platform/field/acts'
import { useUnsaved } from '../unsaved'
import { writeAct } from './acts'
import { useData } from './database'
import { draftsAbout } from './drafts'
import { refusedAt, refusedField } from './refused'
import type { Forms, Shown, Written } from './written'

/** A form that is being filled. */
export interface OpenForm<K extends ActKind> {
  key: string
  form: Forms[K]
  /** Keeps what is typed, at every key. It is on the phone when this returns, or `unstored` says that it is not. */
  change(changed: Partial<Forms[K]>): Promise<void>
  /** True where the phone has refused to store the form. */
  unstored: boolean
  /** The reason for which the office refused it before. */
  refusal: ActRefusal | undefined
  /** Returns this reason where it is about one of these fields, whose lines are named as by `refusedField`. */
  refused(...fields: readonly string[]): string | null
  /** Writes the act to the phone, shows it, and sends it when there is a line. */
  save(facts: ActFacts[K], shown: Shown): Promise<void>
}

/**
 * Opens the form of an act: the one that is open for a customer (`about`), or a new one. The key of the act is made now, so
 * that nothing that happens later makes a second one. A correction is opened by the key in the address alone: nothing new is
 * written under the key of an act. Null until the phone has looked.
 */
export function useDraft<K extends ActKind>(
  kind: K,
  about: string,
  empty: Forms[K],
): OpenForm<K> | null {
  const { db, sync } = useData()
  const [, go] = useLocation()
  const [search] = useSearchParams()
  const corrected = search.get('act')
  const [draft, setDraft] = useState<{ key: string; form?: Forms[K] } | null>(null)
  const [unstored, setUnstored] = useState(false)
  useUnsaved(unstored)
  const saving = useRef(false)
  useEffect(() => {
    let left = false
    const open = async () => {
      const drafts = await draftsAbout(db, kind, about)
      const acts = await db.acts.bulkGet(drafts.map(({ key }) => key))
      const known = drafts.find(({ key }, at) => (corrected ? key === corrected : !acts[at]))
      if (!left) setDraft(known ?? { key: uuidv7() })
    }
    void open()
    return () => {
      left = true
    }
  }, [db, kind, about, corrected])
  const key = draft?.key ?? ''
  const looked = useLiveQuery(async () => ({ key, act: await db.acts.get(key) }), [db, key])
  if (!draft || looked?.key !== key) return null
  const { act } = looked
  const form = draft.form ?? empty
  const refusal = act?.refusal
  const at = act && refusal ? { message: refusal.message, field: refusedField(act) } : null
  return {
    ...{ key, form, unstored, refusal },
    refused: (...fields) => refusedAt(at, ...fields),
    async change(changed) {
      const next = { key, kind, about, form: { ...form, ...changed } }
      setDraft(next)
      try {
        await db.transaction('rw', db.drafts, async () => {
          const kept = await db.drafts.get(key)
          // Additions beside this form stay, such as the place of a visit.
          await db.drafts.put({ ...next, form: { ...kept?.form, ...next.form } })
        })
        setUnstored(false)
      } catch {
        setUnstored(true)
      }
    },
    async save(facts, shown) {
      // A double tap.
      if (saving.current) return
      saving.current = true
      try {
        await writeAct(db, key, { kind, facts } as Written, shown)
      } catch {
        saving.current = false
        setUnstored(true)
        return
      }
      go(`/acts/${key}`, { replace: true })
      void sync()
    },
  }
}
