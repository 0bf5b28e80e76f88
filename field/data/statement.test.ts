import { expect, it } from 'vitest'
import type { CopyDocument } from '~/platform/field/copy'
import { statementOf } from './statement.ts'

const at = (no: string, stage: string, cleared: string, more: Partial<CopyDocument> = {}) => ({
  ...{ id: no, customer: 'c', no, on: '2026-11-02', stage, total: '999.00', balance: cleared },
  ...{ cleared, ...more },
})
const numbers = (documents: readonly CopyDocument[]) => documents.map(({ no }) => no)

it('lists what the receivables are made of, and tells what is delivered and not invoiced', () => {
  const { owed, others, toInvoice } = statementOf({ receivables: '1700.00' }, [
    at('SO-7', 'pending', '70.00'),
    at('SO-6', 'validated', '60.00'),
    at('SO-5', 'delivered', '50.00'),
    at('SO-4', 'invoiced', '400.00', { invoice: 'SI-4', on: '2026-11-03' }),
    at('SO-3', 'delivered', '300.00', { invoice: 'SI-3' }),
    // Paid by a cheque that has not cleared.
    at('SO-2', 'paid', '1000.00', { invoice: 'SI-2', balance: '0.00' }),
    at('SO-1', 'delivered', '0.00', { invoice: 'SI-1', balance: '-5.00' }),
  ])
  expect(numbers(owed)).toEqual(['SO-2', 'SO-3', 'SO-4'])
  expect(others).toBe('0.00')
  expect(numbers(toInvoice)).toEqual(['SO-5'])
})

it('names the rest where payments are on none of the documents, or documents are of others', () => {
  const documents = [at('SO-1', 'delivered', '800.00', { invoice: 'SI-1' })]
  expect(statementOf({ receivables: '650.50' }, documents).others).toBe('-149.50')
  expect(statementOf({ receivables: '900.00' }, documents).others).toBe('100.00')
})

it('lists an archived document without an invoice, whose cheque came back', () => {
  const { owed, others } = statementOf({ receivables: '80.00' }, [at('SO-1', 'archived', '80.00')])
  expect(numbers(owed)).toEqual(['SO-1'])
  expect(others).toBe('0.00')
})
