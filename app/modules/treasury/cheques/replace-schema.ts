import { z } from 'zod/mini'
import { versionField } from '~/platform/forms/fields'
import { receiptFields } from '../receipt-schema'

/** The receipt that replaces a cheque; it pays what the cheque paid. Only its own screen loads it. */
export const replaceReceivedSchema = z.object({ version: versionField, ...receiptFields })
