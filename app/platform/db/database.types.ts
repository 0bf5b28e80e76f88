
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  
  "public": {
          Tables: {
            "accounts": {
                  Row: {
                    "account": string,"code": string,"created_at": string,"created_by": string | null,"id": string,"modified_at": string,"name": string,"project_id": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "account": string,"code": string,"created_at"?: string,"created_by"?: string | null,"id"?: string,"modified_at"?: string,"name": string,"project_id": string,"version"?: number
                  }
                  Update: {
                    "account"?: string,"code"?: string,"created_at"?: string,"created_by"?: string | null,"id"?: string,"modified_at"?: string,"name"?: string,"project_id"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "accounts_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    }
                  ]
                },"agent_customer_transfers": {
                  Row: {
                    "customer_id": string,"date_added": string,"effective_on": string,"finance_id": string,"from_agent_id": string,"id": string,"project_id": string,"reason": string | null,"target_agent_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "customer_id": string,"date_added"?: string,"effective_on": string,"finance_id"?: string,"from_agent_id": string,"id"?: string,"project_id": string,"reason"?: string | null,"target_agent_id": string
                  }
                  Update: {
                    "customer_id"?: string,"date_added"?: string,"effective_on"?: string,"finance_id"?: string,"from_agent_id"?: string,"id"?: string,"project_id"?: string,"reason"?: string | null,"target_agent_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "agent_customer_transfers_project_id_customer_id_fkey"
      columns: ["project_id","customer_id"]
isOneToOne: false
      referencedRelation: "customers"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "agent_customer_transfers_project_id_from_agent_id_fkey"
      columns: ["project_id","from_agent_id"]
isOneToOne: false
      referencedRelation: "memberships"
      referencedColumns: ["project_id","user_id"]
    },{
      foreignKeyName: "agent_customer_transfers_project_id_target_agent_id_fkey"
      columns: ["project_id","target_agent_id"]
isOneToOne: false
      referencedRelation: "memberships"
      referencedColumns: ["project_id","user_id"]
    }
                  ]
                },"agent_targets": {
                  Row: {
                    "agent_id": string,"collections": number | null,"created_at": string,"created_by": string | null,"from_month": string,"id": string,"modified_at": string,"project_id": string,"sales": number | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "agent_id": string,"collections"?: number | null,"created_at"?: string,"created_by"?: string | null,"from_month": string,"id"?: string,"modified_at"?: string,"project_id": string,"sales"?: number | null,"version"?: number
                  }
                  Update: {
                    "agent_id"?: string,"collections"?: number | null,"created_at"?: string,"created_by"?: string | null,"from_month"?: string,"id"?: string,"modified_at"?: string,"project_id"?: string,"sales"?: number | null,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "agent_targets_project_id_agent_id_fkey"
      columns: ["project_id","agent_id"]
isOneToOne: false
      referencedRelation: "memberships"
      referencedColumns: ["project_id","user_id"]
    },{
      foreignKeyName: "agent_targets_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    }
                  ]
                },"audit_log": {
                  Row: {
                    "action": string,"after": Json | null,"before": Json | null,"created_at": string,"document_id": string | null,"id": number,"kind": string,"project_id": string | null,"row_id": string | null,"table_name": string,"user_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "action": string,"after"?: Json | null,"before"?: Json | null,"created_at"?: string,"document_id"?: string | null,"id"?: never,"kind": string,"project_id"?: string | null,"row_id"?: string | null,"table_name": string,"user_id"?: string | null
                  }
                  Update: {
                    "action"?: string,"after"?: Json | null,"before"?: Json | null,"created_at"?: string,"document_id"?: string | null,"id"?: never,"kind"?: string,"project_id"?: string | null,"row_id"?: string | null,"table_name"?: string,"user_id"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"bad_order_lines": {
                  Row: {
                    "line_no": number,"product_id": string,"project_id": string,"quantity": number,"record_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "line_no": number,"product_id": string,"project_id": string,"quantity": number,"record_id": string
                  }
                  Update: {
                    "line_no"?: number,"product_id"?: string,"project_id"?: string,"quantity"?: number,"record_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "bad_order_lines_project_id_product_id_fkey"
      columns: ["project_id","product_id"]
isOneToOne: false
      referencedRelation: "inventory"
      referencedColumns: ["project_id","product_id"]
    },{
      foreignKeyName: "bad_order_lines_project_id_record_id_fkey"
      columns: ["project_id","record_id"]
isOneToOne: false
      referencedRelation: "bad_orders"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"bad_orders": {
                  Row: {
                    "approved_at": string | null,"approved_by": string | null,"cancel_reason": string | null,"cancelled_at": string | null,"cancelled_by": string | null,"created_at": string,"created_by": string | null,"id": string,"kind": string,"modified_at": string,"on_date": string,"project_id": string,"reason": string,"record_no": string,"status": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "approved_at"?: string | null,"approved_by"?: string | null,"cancel_reason"?: string | null,"cancelled_at"?: string | null,"cancelled_by"?: string | null,"created_at"?: string,"created_by"?: string | null,"id"?: string,"kind": string,"modified_at"?: string,"on_date": string,"project_id": string,"reason": string,"record_no": string,"status"?: string,"version"?: number
                  }
                  Update: {
                    "approved_at"?: string | null,"approved_by"?: string | null,"cancel_reason"?: string | null,"cancelled_at"?: string | null,"cancelled_by"?: string | null,"created_at"?: string,"created_by"?: string | null,"id"?: string,"kind"?: string,"modified_at"?: string,"on_date"?: string,"project_id"?: string,"reason"?: string,"record_no"?: string,"status"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "bad_orders_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    }
                  ]
                },"bank_balances": {
                  Row: {
                    "balance": number,"bank_id": string,"created_at": string,"created_by": string | null,"id": string,"on_date": string,"posted": number,"project_id": string,"remarks": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "balance": number,"bank_id": string,"created_at"?: string,"created_by"?: string | null,"id"?: string,"on_date": string,"posted"?: number,"project_id": string,"remarks"?: string | null
                  }
                  Update: {
                    "balance"?: number,"bank_id"?: string,"created_at"?: string,"created_by"?: string | null,"id"?: string,"on_date"?: string,"posted"?: number,"project_id"?: string,"remarks"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "bank_balances_project_id_bank_id_fkey"
      columns: ["project_id","bank_id"]
isOneToOne: false
      referencedRelation: "banks"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"banks": {
                  Row: {
                    "account_no": string,"bank": string,"created_at": string,"created_by": string | null,"id": string,"modified_at": string,"project_id": string,"sort_key": string,"status": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "account_no": string,"bank": string,"created_at"?: string,"created_by"?: string | null,"id"?: string,"modified_at"?: string,"project_id": string,"sort_key"?: never,"status"?: string,"version"?: number
                  }
                  Update: {
                    "account_no"?: string,"bank"?: string,"created_at"?: string,"created_by"?: string | null,"id"?: string,"modified_at"?: string,"project_id"?: string,"sort_key"?: never,"status"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "banks_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    }
                  ]
                },"booking_credits": {
                  Row: {
                    "after_invoice": boolean,"amount": number,"booking_id": string,"created_at": string,"created_by": string | null,"id": number,"kind": string,"line_id": string | null,"memo_id": string | null,"on_date": string,"project_id": string,"quantity": number,"vat_amount": number,"vat_class": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "after_invoice"?: boolean,"amount": number,"booking_id": string,"created_at"?: string,"created_by"?: string | null,"id"?: never,"kind": string,"line_id"?: string | null,"memo_id"?: string | null,"on_date": string,"project_id": string,"quantity": number,"vat_amount"?: number,"vat_class"?: string | null
                  }
                  Update: {
                    "after_invoice"?: boolean,"amount"?: number,"booking_id"?: string,"created_at"?: string,"created_by"?: string | null,"id"?: never,"kind"?: string,"line_id"?: string | null,"memo_id"?: string | null,"on_date"?: string,"project_id"?: string,"quantity"?: number,"vat_amount"?: number,"vat_class"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "booking_credits_project_id_booking_id_fkey"
      columns: ["project_id","booking_id"]
isOneToOne: false
      referencedRelation: "bookings"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "booking_credits_project_id_line_id_fkey"
      columns: ["project_id","line_id"]
isOneToOne: false
      referencedRelation: "booking_lines"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "booking_credits_project_id_memo_id_fkey"
      columns: ["project_id","memo_id"]
isOneToOne: false
      referencedRelation: "memos"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"booking_lines": {
                  Row: {
                    "agent_srp": number,"agent_srp_pieces": number,"amount": number,"booking_id": string,"case_config": number,"discount_amount": number,"discount_percent": number,"free_of": number | null,"gross": number,"id": string,"line_no": number,"product_id": string,"project_id": string,"quantity": number,"quantity_delivered": number,"quantity_released": number,"vat_class": string,"vat_on_top": number,"vat_percent": number
                  }
                  ComputedFields: never
                  Insert: {
                    "agent_srp": number,"agent_srp_pieces"?: number,"amount"?: never,"booking_id": string,"case_config": number,"discount_amount"?: number,"discount_percent"?: number,"free_of"?: number | null,"gross"?: never,"id"?: string,"line_no": number,"product_id": string,"project_id": string,"quantity": number,"quantity_delivered"?: number,"quantity_released"?: number,"vat_class"?: string,"vat_on_top"?: number,"vat_percent"?: number
                  }
                  Update: {
                    "agent_srp"?: number,"agent_srp_pieces"?: number,"amount"?: never,"booking_id"?: string,"case_config"?: number,"discount_amount"?: number,"discount_percent"?: number,"free_of"?: number | null,"gross"?: never,"id"?: string,"line_no"?: number,"product_id"?: string,"project_id"?: string,"quantity"?: number,"quantity_delivered"?: number,"quantity_released"?: number,"vat_class"?: string,"vat_on_top"?: number,"vat_percent"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "booking_lines_project_id_booking_id_fkey"
      columns: ["project_id","booking_id"]
isOneToOne: false
      referencedRelation: "bookings"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "booking_lines_project_id_booking_id_free_of_fkey"
      columns: ["project_id","booking_id","free_of"]
isOneToOne: false
      referencedRelation: "booking_lines"
      referencedColumns: ["project_id","booking_id","line_no"]
    },{
      foreignKeyName: "booking_lines_project_id_product_id_fkey"
      columns: ["project_id","product_id"]
isOneToOne: false
      referencedRelation: "inventory"
      referencedColumns: ["project_id","product_id"]
    }
                  ]
                },"bookings": {
                  Row: {
                    "agent_id": string,"approval_status": string,"area": string | null,"balance": number,"booking_status": string,"cancel_reason": string | null,"cleared_balance": number,"collected": number,"collection_status": string,"created_at": string,"created_by": string | null,"credited": number,"customer_id": string,"customer_key": string,"customer_name": string,"date_added": string,"date_cancelled": string | null,"date_cleared": string | null,"date_delivered": string | null,"date_due": string | null,"date_invoiced": string | null,"date_paid": string | null,"dates_reason": string | null,"deliver_to": string | null,"discount": number,"edited_at": string | null,"edited_by": string | null,"exempt_amount": number,"id": string,"invoice_no": string | null,"invoice_no_changed_at": string | null,"is_debit_memo": boolean,"is_opening": boolean,"modified_at": string,"on_hold": boolean,"opening_date": string | null,"opposite_on": string | null,"override_reason": string | null,"project_id": string,"receivable_key": number,"remarks": string | null,"search_key": string,"so_no": string,"stage": string,"store_name": string | null,"total": number,"total_key": number,"uncleared": number,"validated_at": string | null,"validated_by": string | null,"vat_amount": number,"vat_percent": number | null,"version": number,"zero_rated_amount": number
                  }
                  ComputedFields: never
                  Insert: {
                    "agent_id": string,"approval_status"?: string,"area"?: string | null,"balance"?: never,"booking_status"?: string,"cancel_reason"?: string | null,"cleared_balance"?: never,"collected"?: number,"collection_status"?: string,"created_at"?: string,"created_by"?: string | null,"credited"?: number,"customer_id": string,"customer_key"?: never,"customer_name": string,"date_added": string,"date_cancelled"?: string | null,"date_cleared"?: string | null,"date_delivered"?: string | null,"date_due"?: string | null,"date_invoiced"?: string | null,"date_paid"?: string | null,"dates_reason"?: string | null,"deliver_to"?: string | null,"discount"?: number,"edited_at"?: string | null,"edited_by"?: string | null,"exempt_amount"?: number,"id"?: string,"invoice_no"?: string | null,"invoice_no_changed_at"?: string | null,"is_debit_memo"?: boolean,"is_opening"?: boolean,"modified_at"?: string,"on_hold"?: boolean,"opening_date"?: string | null,"opposite_on"?: string | null,"override_reason"?: string | null,"project_id": string,"receivable_key"?: never,"remarks"?: string | null,"search_key"?: never,"so_no": string,"stage"?: never,"store_name"?: string | null,"total"?: number,"total_key"?: never,"uncleared"?: number,"validated_at"?: string | null,"validated_by"?: string | null,"vat_amount"?: number,"vat_percent"?: number | null,"version"?: number,"zero_rated_amount"?: number
                  }
                  Update: {
                    "agent_id"?: string,"approval_status"?: string,"area"?: string | null,"balance"?: never,"booking_status"?: string,"cancel_reason"?: string | null,"cleared_balance"?: never,"collected"?: number,"collection_status"?: string,"created_at"?: string,"created_by"?: string | null,"credited"?: number,"customer_id"?: string,"customer_key"?: never,"customer_name"?: string,"date_added"?: string,"date_cancelled"?: string | null,"date_cleared"?: string | null,"date_delivered"?: string | null,"date_due"?: string | null,"date_invoiced"?: string | null,"date_paid"?: string | null,"dates_reason"?: string | null,"deliver_to"?: string | null,"discount"?: number,"edited_at"?: string | null,"edited_by"?: string | null,"exempt_amount"?: number,"id"?: string,"invoice_no"?: string | null,"invoice_no_changed_at"?: string | null,"is_debit_memo"?: boolean,"is_opening"?: boolean,"modified_at"?: string,"on_hold"?: boolean,"opening_date"?: string | null,"opposite_on"?: string | null,"override_reason"?: string | null,"project_id"?: string,"receivable_key"?: never,"remarks"?: string | null,"search_key"?: never,"so_no"?: string,"stage"?: never,"store_name"?: string | null,"total"?: number,"total_key"?: never,"uncleared"?: number,"validated_at"?: string | null,"validated_by"?: string | null,"vat_amount"?: number,"vat_percent"?: number | null,"version"?: number,"zero_rated_amount"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "bookings_project_id_agent_id_fkey"
      columns: ["project_id","agent_id"]
isOneToOne: false
      referencedRelation: "memberships"
      referencedColumns: ["project_id","user_id"]
    },{
      foreignKeyName: "bookings_project_id_customer_id_fkey"
      columns: ["project_id","customer_id"]
isOneToOne: false
      referencedRelation: "customers"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "bookings_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    }
                  ]
                },"booklets": {
                  Row: {
                    "created_at": string,"created_by": string | null,"first_no": string,"first_serial": number,"id": string,"last_no": string,"last_serial": number,"modified_at": string,"project_id": string,"return_reason": string | null,"series": string,"state": string,"user_id": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"created_by"?: string | null,"first_no": string,"first_serial": number,"id"?: string,"last_no": string,"last_serial": number,"modified_at"?: string,"project_id": string,"return_reason"?: string | null,"series": string,"state"?: string,"user_id": string,"version"?: number
                  }
                  Update: {
                    "created_at"?: string,"created_by"?: string | null,"first_no"?: string,"first_serial"?: number,"id"?: string,"last_no"?: string,"last_serial"?: number,"modified_at"?: string,"project_id"?: string,"return_reason"?: string | null,"series"?: string,"state"?: string,"user_id"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "booklets_project_id_user_id_fkey"
      columns: ["project_id","user_id"]
isOneToOne: false
      referencedRelation: "memberships"
      referencedColumns: ["project_id","user_id"]
    }
                  ]
                },"cash_deposits": {
                  Row: {
                    "amount": number,"created_at": string,"created_by": string | null,"id": string,"on_date": string,"project_id": string,"reason": string | null,"slip_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"created_at"?: string,"created_by"?: string | null,"id"?: string,"on_date": string,"project_id": string,"reason"?: string | null,"slip_id": string
                  }
                  Update: {
                    "amount"?: number,"created_at"?: string,"created_by"?: string | null,"id"?: string,"on_date"?: string,"project_id"?: string,"reason"?: string | null,"slip_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "cash_deposits_project_id_slip_id_fkey"
      columns: ["project_id","slip_id"]
isOneToOne: false
      referencedRelation: "deposit_slips"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"category_changes": {
                  Row: {
                    "categories": (string)[],"created_at": string,"created_by": string | null,"id": number,"on_date": string | null,"product_id": string,"project_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "categories": (string)[],"created_at"?: string,"created_by"?: string | null,"id"?: never,"on_date"?: string | null,"product_id": string,"project_id": string
                  }
                  Update: {
                    "categories"?: (string)[],"created_at"?: string,"created_by"?: string | null,"id"?: never,"on_date"?: string | null,"product_id"?: string,"project_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "category_changes_project_id_product_id_fkey"
      columns: ["project_id","product_id"]
isOneToOne: false
      referencedRelation: "products"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"cheque_events": {
                  Row: {
                    "collection_id": string,"created_at": string,"created_by": string | null,"effect": number,"event": string,"id": number,"on_date": string,"project_id": string,"reason": string | null,"replaced_by": string | null,"slip_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "collection_id": string,"created_at"?: string,"created_by"?: string | null,"effect"?: number,"event": string,"id"?: never,"on_date": string,"project_id": string,"reason"?: string | null,"replaced_by"?: string | null,"slip_id"?: string | null
                  }
                  Update: {
                    "collection_id"?: string,"created_at"?: string,"created_by"?: string | null,"effect"?: number,"event"?: string,"id"?: never,"on_date"?: string,"project_id"?: string,"reason"?: string | null,"replaced_by"?: string | null,"slip_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "cheque_events_project_id_collection_id_fkey"
      columns: ["project_id","collection_id"]
isOneToOne: false
      referencedRelation: "collections"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "cheque_events_project_id_replaced_by_fkey"
      columns: ["project_id","replaced_by"]
isOneToOne: false
      referencedRelation: "collections"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "cheque_events_project_id_slip_id_fkey"
      columns: ["project_id","slip_id"]
isOneToOne: false
      referencedRelation: "deposit_slips"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"cheque_layouts": {
                  Row: {
                    "created_at": string,"created_by": string | null,"date_gap": number,"date_pitch": number,"date_x": number,"date_y": number,"feed_note": string | null,"figures_width": number,"figures_x": number,"figures_y": number,"id": string,"letter_height": number,"modified_at": string,"offset_x": number,"offset_y": number,"payee_width": number,"payee_x": number,"payee_y": number,"project_id": string,"version": number,"words_step": number,"words_width": number,"words_x": number,"words_y": number
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"created_by"?: string | null,"date_gap": number,"date_pitch": number,"date_x": number,"date_y": number,"feed_note"?: string | null,"figures_width": number,"figures_x": number,"figures_y": number,"id": string,"letter_height": number,"modified_at"?: string,"offset_x": number,"offset_y": number,"payee_width": number,"payee_x": number,"payee_y": number,"project_id": string,"version"?: number,"words_step": number,"words_width": number,"words_x": number,"words_y": number
                  }
                  Update: {
                    "created_at"?: string,"created_by"?: string | null,"date_gap"?: number,"date_pitch"?: number,"date_x"?: number,"date_y"?: number,"feed_note"?: string | null,"figures_width"?: number,"figures_x"?: number,"figures_y"?: number,"id"?: string,"letter_height"?: number,"modified_at"?: string,"offset_x"?: number,"offset_y"?: number,"payee_width"?: number,"payee_x"?: number,"payee_y"?: number,"project_id"?: string,"version"?: number,"words_step"?: number,"words_width"?: number,"words_x"?: number,"words_y"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "cheque_layouts_project_id_id_fkey"
      columns: ["project_id","id"]
isOneToOne: true
      referencedRelation: "banks"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"collection_allocations": {
                  Row: {
                    "amount": number,"booking_id": string,"collection_id": string,"created_at": string,"created_by": string | null,"effective_on": string,"id": number,"project_id": string,"so_no": string
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"booking_id": string,"collection_id": string,"created_at"?: string,"created_by"?: string | null,"effective_on": string,"id"?: never,"project_id": string,"so_no": string
                  }
                  Update: {
                    "amount"?: number,"booking_id"?: string,"collection_id"?: string,"created_at"?: string,"created_by"?: string | null,"effective_on"?: string,"id"?: never,"project_id"?: string,"so_no"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "collection_allocations_project_id_booking_id_fkey"
      columns: ["project_id","booking_id"]
isOneToOne: false
      referencedRelation: "bookings"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "collection_allocations_project_id_collection_id_fkey"
      columns: ["project_id","collection_id"]
isOneToOne: false
      referencedRelation: "collections"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"collections": {
                  Row: {
                    "agent_id": string,"amount": number,"approval_status": string,"approved_at": string | null,"approved_by": string | null,"bank_id": string | null,"books_closed": string | null,"cancel_reason": string | null,"cheque_bank": string | null,"cheque_cleared_on": string | null,"cheque_date": string | null,"cheque_no": string | null,"cheque_state": string | null,"collection_type": string,"collector_id": string | null,"cr_date": string,"cr_no": string,"created_at": string,"created_by": string | null,"customer_id": string,"data_status": string,"date_collected": string,"drr_date": string | null,"drr_no": string | null,"from_archive": boolean,"id": string,"modified_at": string,"opposite_on": string | null,"paid_back_at": string | null,"paid_back_bank_id": string | null,"paid_back_by": string | null,"paid_back_no": string | null,"paid_back_on": string | null,"paid_back_reason": string | null,"part_no": number,"project_id": string,"receipt_id": string,"reference_no": string | null,"remarks": string | null,"remittance_id": string | null,"reversed": number,"search_key": string,"time_collected": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "agent_id": string,"amount": number,"approval_status"?: string,"approved_at"?: string | null,"approved_by"?: string | null,"bank_id"?: string | null,"books_closed"?: string | null,"cancel_reason"?: string | null,"cheque_bank"?: string | null,"cheque_cleared_on"?: string | null,"cheque_date"?: string | null,"cheque_no"?: string | null,"cheque_state"?: string | null,"collection_type": string,"collector_id"?: string | null,"cr_date": string,"cr_no": string,"created_at"?: string,"created_by"?: string | null,"customer_id": string,"data_status"?: string,"date_collected": string,"drr_date"?: string | null,"drr_no"?: string | null,"from_archive"?: boolean,"id"?: string,"modified_at"?: string,"opposite_on"?: string | null,"paid_back_at"?: string | null,"paid_back_bank_id"?: string | null,"paid_back_by"?: string | null,"paid_back_no"?: string | null,"paid_back_on"?: string | null,"paid_back_reason"?: string | null,"part_no"?: number,"project_id": string,"receipt_id": string,"reference_no"?: string | null,"remarks"?: string | null,"remittance_id"?: string | null,"reversed"?: number,"search_key"?: never,"time_collected"?: string | null,"version"?: number
                  }
                  Update: {
                    "agent_id"?: string,"amount"?: number,"approval_status"?: string,"approved_at"?: string | null,"approved_by"?: string | null,"bank_id"?: string | null,"books_closed"?: string | null,"cancel_reason"?: string | null,"cheque_bank"?: string | null,"cheque_cleared_on"?: string | null,"cheque_date"?: string | null,"cheque_no"?: string | null,"cheque_state"?: string | null,"collection_type"?: string,"collector_id"?: string | null,"cr_date"?: string,"cr_no"?: string,"created_at"?: string,"created_by"?: string | null,"customer_id"?: string,"data_status"?: string,"date_collected"?: string,"drr_date"?: string | null,"drr_no"?: string | null,"from_archive"?: boolean,"id"?: string,"modified_at"?: string,"opposite_on"?: string | null,"paid_back_at"?: string | null,"paid_back_bank_id"?: string | null,"paid_back_by"?: string | null,"paid_back_no"?: string | null,"paid_back_on"?: string | null,"paid_back_reason"?: string | null,"part_no"?: number,"project_id"?: string,"receipt_id"?: string,"reference_no"?: string | null,"remarks"?: string | null,"remittance_id"?: string | null,"reversed"?: number,"search_key"?: never,"time_collected"?: string | null,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "collections_project_id_agent_id_fkey"
      columns: ["project_id","agent_id"]
isOneToOne: false
      referencedRelation: "memberships"
      referencedColumns: ["project_id","user_id"]
    },{
      foreignKeyName: "collections_project_id_bank_id_fkey"
      columns: ["project_id","bank_id"]
isOneToOne: false
      referencedRelation: "banks"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "collections_project_id_collector_id_fkey"
      columns: ["project_id","collector_id"]
isOneToOne: false
      referencedRelation: "memberships"
      referencedColumns: ["project_id","user_id"]
    },{
      foreignKeyName: "collections_project_id_customer_id_fkey"
      columns: ["project_id","customer_id"]
isOneToOne: false
      referencedRelation: "customers"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "collections_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "collections_project_id_receipt_id_fkey"
      columns: ["project_id","receipt_id"]
isOneToOne: false
      referencedRelation: "collections"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "collections_project_id_remittance_id_fkey"
      columns: ["project_id","remittance_id"]
isOneToOne: false
      referencedRelation: "remittances"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"cost_centers": {
                  Row: {
                    "account_number": string | null,"cost_center": string,"created_at": string,"created_by": string | null,"id": string,"modified_at": string,"monthly_budget": number | null,"project_id": string,"sort_key": string,"status": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "account_number"?: string | null,"cost_center": string,"created_at"?: string,"created_by"?: string | null,"id"?: string,"modified_at"?: string,"monthly_budget"?: number | null,"project_id": string,"sort_key"?: never,"status"?: string,"version"?: number
                  }
                  Update: {
                    "account_number"?: string | null,"cost_center"?: string,"created_at"?: string,"created_by"?: string | null,"id"?: string,"modified_at"?: string,"monthly_budget"?: number | null,"project_id"?: string,"sort_key"?: never,"status"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "cost_centers_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    }
                  ]
                },"customer_finance_events": {
                  Row: {
                    "created_at": string,"customer_id": string,"details": Json | null,"id": number,"project_id": string,"type": string,"user_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"customer_id": string,"details"?: Json | null,"id"?: never,"project_id": string,"type": string,"user_id"?: string | null
                  }
                  Update: {
                    "created_at"?: string,"customer_id"?: string,"details"?: Json | null,"id"?: never,"project_id"?: string,"type"?: string,"user_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "customer_finance_events_project_id_customer_id_fkey"
      columns: ["project_id","customer_id"]
isOneToOne: false
      referencedRelation: "customers"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"customer_groups": {
                  Row: {
                    "created_at": string,"created_by": string | null,"id": string,"modified_at": string,"name": string,"price_list_id": string | null,"project_id": string,"sort_key": string,"status": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"created_by"?: string | null,"id"?: string,"modified_at"?: string,"name": string,"price_list_id"?: string | null,"project_id": string,"sort_key"?: never,"status"?: string,"version"?: number
                  }
                  Update: {
                    "created_at"?: string,"created_by"?: string | null,"id"?: string,"modified_at"?: string,"name"?: string,"price_list_id"?: string | null,"project_id"?: string,"sort_key"?: never,"status"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "customer_groups_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "customer_groups_project_id_price_list_id_fkey"
      columns: ["project_id","price_list_id"]
isOneToOne: false
      referencedRelation: "price_lists"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"customers": {
                  Row: {
                    "address": string | null,"agent_id": string,"approval_status": string,"area": string | null,"business_style": string | null,"contact": string | null,"created_at": string,"created_by": string | null,"credit_line": number | null,"customer_group_id": string | null,"date_added": string,"decision_reason": string | null,"id": string,"import_id": string | null,"merged_into": string | null,"modified_at": string,"name": string,"name_core": string,"price_list_id": string | null,"project_id": string,"sort_key": string,"store_core": string | null,"store_name": string | null,"taxpayer": string | null,"terms_days": number,"tin_no": string | null,"vat_class": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "address"?: string | null,"agent_id": string,"approval_status"?: string,"area"?: string | null,"business_style"?: string | null,"contact"?: string | null,"created_at"?: string,"created_by"?: string | null,"credit_line"?: number | null,"customer_group_id"?: string | null,"date_added": string,"decision_reason"?: string | null,"id"?: string,"import_id"?: string | null,"merged_into"?: string | null,"modified_at"?: string,"name": string,"name_core"?: never,"price_list_id"?: string | null,"project_id": string,"sort_key"?: never,"store_core"?: never,"store_name"?: string | null,"taxpayer"?: never,"terms_days"?: number,"tin_no"?: string | null,"vat_class"?: string,"version"?: number
                  }
                  Update: {
                    "address"?: string | null,"agent_id"?: string,"approval_status"?: string,"area"?: string | null,"business_style"?: string | null,"contact"?: string | null,"created_at"?: string,"created_by"?: string | null,"credit_line"?: number | null,"customer_group_id"?: string | null,"date_added"?: string,"decision_reason"?: string | null,"id"?: string,"import_id"?: string | null,"merged_into"?: string | null,"modified_at"?: string,"name"?: string,"name_core"?: never,"price_list_id"?: string | null,"project_id"?: string,"sort_key"?: never,"store_core"?: never,"store_name"?: string | null,"taxpayer"?: never,"terms_days"?: number,"tin_no"?: string | null,"vat_class"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "customers_project_id_agent_id_fkey"
      columns: ["project_id","agent_id"]
isOneToOne: false
      referencedRelation: "memberships"
      referencedColumns: ["project_id","user_id"]
    },{
      foreignKeyName: "customers_project_id_customer_group_id_fkey"
      columns: ["project_id","customer_group_id"]
isOneToOne: false
      referencedRelation: "customer_groups"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "customers_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "customers_project_id_import_id_fkey"
      columns: ["project_id","import_id"]
isOneToOne: false
      referencedRelation: "imports"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "customers_project_id_merged_into_fkey"
      columns: ["project_id","merged_into"]
isOneToOne: false
      referencedRelation: "customers"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "customers_project_id_price_list_id_fkey"
      columns: ["project_id","price_list_id"]
isOneToOne: false
      referencedRelation: "price_lists"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"delivery_receipts": {
                  Row: {
                    "booking_id": string,"created_at": string,"created_by": string | null,"dr_no": string,"first_entry": number,"id": string,"last_entry": number,"on_date": string,"project_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "booking_id": string,"created_at"?: string,"created_by"?: string | null,"dr_no": string,"first_entry": number,"id"?: string,"last_entry": number,"on_date": string,"project_id": string
                  }
                  Update: {
                    "booking_id"?: string,"created_at"?: string,"created_by"?: string | null,"dr_no"?: string,"first_entry"?: number,"id"?: string,"last_entry"?: number,"on_date"?: string,"project_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "delivery_receipts_project_id_booking_id_fkey"
      columns: ["project_id","booking_id"]
isOneToOne: false
      referencedRelation: "bookings"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "delivery_receipts_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    }
                  ]
                },"deposit_slips": {
                  Row: {
                    "bank_id": string,"created_at": string,"created_by": string | null,"deposited_on": string,"id": string,"modified_at": string,"number_reason": string | null,"project_id": string,"slip_no": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "bank_id": string,"created_at"?: string,"created_by"?: string | null,"deposited_on": string,"id"?: string,"modified_at"?: string,"number_reason"?: string | null,"project_id": string,"slip_no": string,"version"?: number
                  }
                  Update: {
                    "bank_id"?: string,"created_at"?: string,"created_by"?: string | null,"deposited_on"?: string,"id"?: string,"modified_at"?: string,"number_reason"?: string | null,"project_id"?: string,"slip_no"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "deposit_slips_project_id_bank_id_fkey"
      columns: ["project_id","bank_id"]
isOneToOne: false
      referencedRelation: "banks"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "deposit_slips_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    }
                  ]
                },"devices": {
                  Row: {
                    "created_at": string,"created_by": string | null,"device": string,"id": string,"lock_reason": string | null,"locked_at": string | null,"locked_by": string | null,"modified_at": string,"name": string,"project_id": string,"registered_at": string,"user_id": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"created_by"?: string | null,"device": string,"id"?: string,"lock_reason"?: string | null,"locked_at"?: string | null,"locked_by"?: string | null,"modified_at"?: string,"name": string,"project_id": string,"registered_at"?: string,"user_id": string,"version"?: number
                  }
                  Update: {
                    "created_at"?: string,"created_by"?: string | null,"device"?: string,"id"?: string,"lock_reason"?: string | null,"locked_at"?: string | null,"locked_by"?: string | null,"modified_at"?: string,"name"?: string,"project_id"?: string,"registered_at"?: string,"user_id"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "devices_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "devices_project_id_user_id_fkey"
      columns: ["project_id","user_id"]
isOneToOne: false
      referencedRelation: "memberships"
      referencedColumns: ["project_id","user_id"]
    }
                  ]
                },"document_comments": {
                  Row: {
                    "created_at": string,"created_by": string | null,"document_id": string,"id": string,"kind": string,"mentions": (string)[],"note": string | null,"project_id": string,"removed_at": string | null,"removed_by": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"created_by"?: string | null,"document_id": string,"id"?: string,"kind": string,"mentions"?: (string)[],"note"?: string | null,"project_id": string,"removed_at"?: string | null,"removed_by"?: string | null
                  }
                  Update: {
                    "created_at"?: string,"created_by"?: string | null,"document_id"?: string,"id"?: string,"kind"?: string,"mentions"?: (string)[],"note"?: string | null,"project_id"?: string,"removed_at"?: string | null,"removed_by"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "document_comments_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    }
                  ]
                },"document_files": {
                  Row: {
                    "bucket": string,"created_at": string,"created_by": string | null,"document_id": string,"id": string,"kind": string,"name": string,"path": string,"project_id": string,"size": number | null
                  }
                  ComputedFields: never
                  Insert: {
                    "bucket"?: string,"created_at"?: string,"created_by"?: string | null,"document_id": string,"id"?: string,"kind": string,"name": string,"path": string,"project_id": string,"size"?: number | null
                  }
                  Update: {
                    "bucket"?: string,"created_at"?: string,"created_by"?: string | null,"document_id"?: string,"id"?: string,"kind"?: string,"name"?: string,"path"?: string,"project_id"?: string,"size"?: number | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "document_files_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    }
                  ]
                },"e_invoices": {
                  Row: {
                    "booking_id": string,"content": string,"created_at": string,"created_by": string | null,"forms": number,"id": string,"invoice_no": string,"project_id": string,"sha256": string
                  }
                  ComputedFields: never
                  Insert: {
                    "booking_id": string,"content": string,"created_at"?: string,"created_by"?: string | null,"forms"?: number,"id"?: string,"invoice_no": string,"project_id": string,"sha256": string
                  }
                  Update: {
                    "booking_id"?: string,"content"?: string,"created_at"?: string,"created_by"?: string | null,"forms"?: number,"id"?: string,"invoice_no"?: string,"project_id"?: string,"sha256"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "e_invoices_project_id_booking_id_fkey"
      columns: ["project_id","booking_id"]
isOneToOne: false
      referencedRelation: "bookings"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"e_memos": {
                  Row: {
                    "content": string,"created_at": string,"created_by": string | null,"id": string,"memo_id": string,"memo_no": string,"project_id": string,"sha256": string
                  }
                  ComputedFields: never
                  Insert: {
                    "content": string,"created_at"?: string,"created_by"?: string | null,"id"?: string,"memo_id": string,"memo_no": string,"project_id": string,"sha256": string
                  }
                  Update: {
                    "content"?: string,"created_at"?: string,"created_by"?: string | null,"id"?: string,"memo_id"?: string,"memo_no"?: string,"project_id"?: string,"sha256"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "e_memos_project_id_memo_id_fkey"
      columns: ["project_id","memo_id"]
isOneToOne: false
      referencedRelation: "memos"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"field_acts": {
                  Row: {
                    "answer": NonNullable<Json>,"app_version": string,"copy_as_of": string | null,"counts_on": string | null,"created_at": string,"created_by": string | null,"depends_on": (string)[],"device": string,"device_at": string,"device_no": number,"document_id": string | null,"facts": NonNullable<Json>,"id": string,"kind": string,"made_at": string,"modified_at": string,"project_id": string,"received_at": string,"state": string,"taken_by": string | null,"tries": number,"user_id": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "answer": NonNullable<Json>,"app_version": string,"copy_as_of"?: string | null,"counts_on"?: string | null,"created_at"?: string,"created_by"?: string | null,"depends_on"?: (string)[],"device": string,"device_at": string,"device_no": number,"document_id"?: string | null,"facts": NonNullable<Json>,"id": string,"kind": string,"made_at": string,"modified_at"?: string,"project_id": string,"received_at"?: string,"state": string,"taken_by"?: string | null,"tries"?: number,"user_id": string,"version"?: number
                  }
                  Update: {
                    "answer"?: NonNullable<Json>,"app_version"?: string,"copy_as_of"?: string | null,"counts_on"?: string | null,"created_at"?: string,"created_by"?: string | null,"depends_on"?: (string)[],"device"?: string,"device_at"?: string,"device_no"?: number,"document_id"?: string | null,"facts"?: NonNullable<Json>,"id"?: string,"kind"?: string,"made_at"?: string,"modified_at"?: string,"project_id"?: string,"received_at"?: string,"state"?: string,"taken_by"?: string | null,"tries"?: number,"user_id"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "field_acts_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "field_acts_project_id_taken_by_fkey"
      columns: ["project_id","taken_by"]
isOneToOne: false
      referencedRelation: "memberships"
      referencedColumns: ["project_id","user_id"]
    },{
      foreignKeyName: "field_acts_project_id_user_id_fkey"
      columns: ["project_id","user_id"]
isOneToOne: false
      referencedRelation: "memberships"
      referencedColumns: ["project_id","user_id"]
    }
                  ]
                },"imports": {
                  Row: {
                    "created_at": string,"created_by": string | null,"file_name": string,"id": string,"import_status": string,"kind": string,"modified_at": string,"project_id": string,"row_count": number,"undone_at": string | null,"undone_by": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"created_by"?: string | null,"file_name": string,"id"?: string,"import_status"?: string,"kind": string,"modified_at"?: string,"project_id": string,"row_count": number,"undone_at"?: string | null,"undone_by"?: string | null,"version"?: number
                  }
                  Update: {
                    "created_at"?: string,"created_by"?: string | null,"file_name"?: string,"id"?: string,"import_status"?: string,"kind"?: string,"modified_at"?: string,"project_id"?: string,"row_count"?: number,"undone_at"?: string | null,"undone_by"?: string | null,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "imports_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    }
                  ]
                },"inventory": {
                  Row: {
                    "adjusted": number,"available": number,"bad_order": number,"below_reorder": boolean,"current_srp": number,"current_srp_pieces": number,"modified_at": string,"on_hand": number,"product_id": string,"project_id": string,"purchased": number,"reorder_level": number | null,"reserved": number,"stats": string,"stock_value": number,"stocks_returned": number,"supplier_returned": number,"used_stocks": number
                  }
                  ComputedFields: never
                  Insert: {
                    "adjusted"?: number,"available"?: never,"bad_order"?: number,"below_reorder"?: never,"current_srp"?: number,"current_srp_pieces"?: number,"modified_at"?: string,"on_hand"?: never,"product_id": string,"project_id": string,"purchased"?: number,"reorder_level"?: number | null,"reserved"?: number,"stats"?: string,"stock_value"?: number,"stocks_returned"?: number,"supplier_returned"?: number,"used_stocks"?: number
                  }
                  Update: {
                    "adjusted"?: number,"available"?: never,"bad_order"?: number,"below_reorder"?: never,"current_srp"?: number,"current_srp_pieces"?: number,"modified_at"?: string,"on_hand"?: never,"product_id"?: string,"project_id"?: string,"purchased"?: number,"reorder_level"?: number | null,"reserved"?: number,"stats"?: string,"stock_value"?: number,"stocks_returned"?: number,"supplier_returned"?: number,"used_stocks"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "inventory_project_id_product_id_fkey"
      columns: ["project_id","product_id"]
isOneToOne: true
      referencedRelation: "products"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"invoice_changes": {
                  Row: {
                    "booking_id": string,"created_at": string,"created_by": string | null,"id": string,"new_date": string,"new_no": string,"old_date": string,"old_no": string,"project_id": string,"reason": string
                  }
                  ComputedFields: never
                  Insert: {
                    "booking_id": string,"created_at"?: string,"created_by"?: string | null,"id"?: string,"new_date": string,"new_no": string,"old_date": string,"old_no": string,"project_id": string,"reason": string
                  }
                  Update: {
                    "booking_id"?: string,"created_at"?: string,"created_by"?: string | null,"id"?: string,"new_date"?: string,"new_no"?: string,"old_date"?: string,"old_no"?: string,"project_id"?: string,"reason"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "invoice_changes_project_id_booking_id_fkey"
      columns: ["project_id","booking_id"]
isOneToOne: false
      referencedRelation: "bookings"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"issued_cheques": {
                  Row: {
                    "amount": number | null,"bank_id": string,"cheque_date": string | null,"cheque_no": string,"cleared_on": string | null,"created_at": string,"created_by": string | null,"id": string,"in_book": boolean,"modified_at": string,"no_key": string,"payee_name": string | null,"printed_at": string | null,"printed_by": string | null,"project_id": string,"released_on": string | null,"stale_from": string | null,"stale_on": string | null,"state": string,"version": number,"void_reason": string | null,"voided_on": string | null,"voucher_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "amount"?: number | null,"bank_id": string,"cheque_date"?: string | null,"cheque_no": string,"cleared_on"?: string | null,"created_at"?: string,"created_by"?: string | null,"id"?: string,"in_book"?: boolean,"modified_at"?: string,"no_key"?: never,"payee_name"?: string | null,"printed_at"?: string | null,"printed_by"?: string | null,"project_id": string,"released_on"?: string | null,"stale_from"?: never,"stale_on"?: string | null,"state"?: string,"version"?: number,"void_reason"?: string | null,"voided_on"?: string | null,"voucher_id"?: string | null
                  }
                  Update: {
                    "amount"?: number | null,"bank_id"?: string,"cheque_date"?: string | null,"cheque_no"?: string,"cleared_on"?: string | null,"created_at"?: string,"created_by"?: string | null,"id"?: string,"in_book"?: boolean,"modified_at"?: string,"no_key"?: never,"payee_name"?: string | null,"printed_at"?: string | null,"printed_by"?: string | null,"project_id"?: string,"released_on"?: string | null,"stale_from"?: never,"stale_on"?: string | null,"state"?: string,"version"?: number,"void_reason"?: string | null,"voided_on"?: string | null,"voucher_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "issued_cheques_project_id_bank_id_fkey"
      columns: ["project_id","bank_id"]
isOneToOne: false
      referencedRelation: "banks"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "issued_cheques_project_id_voucher_id_fkey"
      columns: ["project_id","voucher_id"]
isOneToOne: false
      referencedRelation: "vouchers"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"memberships": {
                  Row: {
                    "approval_limit": number | null,"created_at": string,"manager_id": string | null,"modified_at": string,"project_id": string,"role": string,"status": string,"user_id": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "approval_limit"?: number | null,"created_at"?: string,"manager_id"?: string | null,"modified_at"?: string,"project_id": string,"role": string,"status"?: string,"user_id": string,"version"?: number
                  }
                  Update: {
                    "approval_limit"?: number | null,"created_at"?: string,"manager_id"?: string | null,"modified_at"?: string,"project_id"?: string,"role"?: string,"status"?: string,"user_id"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "memberships_manager_fkey"
      columns: ["project_id","manager_id"]
isOneToOne: false
      referencedRelation: "memberships"
      referencedColumns: ["project_id","user_id"]
    },{
      foreignKeyName: "memberships_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "memberships_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["user_id"]
    }
                  ]
                },"memo_goods": {
                  Row: {
                    "amount": number,"case_config": number,"line_no": number,"memo_id": string,"pieces": number,"price": number,"price_pieces": number,"product_id": string,"project_id": string,"vat_amount": number,"vat_class": string,"vat_on_top": number,"vat_percent": number
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"case_config": number,"line_no": number,"memo_id": string,"pieces": number,"price": number,"price_pieces": number,"product_id": string,"project_id": string,"vat_amount": number,"vat_class": string,"vat_on_top": number,"vat_percent": number
                  }
                  Update: {
                    "amount"?: number,"case_config"?: number,"line_no"?: number,"memo_id"?: string,"pieces"?: number,"price"?: number,"price_pieces"?: number,"product_id"?: string,"project_id"?: string,"vat_amount"?: number,"vat_class"?: string,"vat_on_top"?: number,"vat_percent"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "memo_goods_project_id_memo_id_fkey"
      columns: ["project_id","memo_id"]
isOneToOne: false
      referencedRelation: "memos"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "memo_goods_project_id_product_id_fkey"
      columns: ["project_id","product_id"]
isOneToOne: false
      referencedRelation: "products"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"memo_lines": {
                  Row: {
                    "amount": number,"line_id": string,"memo_id": string,"pieces": number,"price_difference": number | null,"price_difference_pieces": number | null,"project_id": string,"stock_state": string,"vat_amount": number
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"line_id": string,"memo_id": string,"pieces": number,"price_difference"?: number | null,"price_difference_pieces"?: number | null,"project_id": string,"stock_state"?: string,"vat_amount": number
                  }
                  Update: {
                    "amount"?: number,"line_id"?: string,"memo_id"?: string,"pieces"?: number,"price_difference"?: number | null,"price_difference_pieces"?: number | null,"project_id"?: string,"stock_state"?: string,"vat_amount"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "memo_lines_project_id_line_id_fkey"
      columns: ["project_id","line_id"]
isOneToOne: false
      referencedRelation: "booking_lines"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "memo_lines_project_id_memo_id_fkey"
      columns: ["project_id","memo_id"]
isOneToOne: false
      referencedRelation: "memos"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"memos": {
                  Row: {
                    "agent_id": string,"amount": number,"approved_at": string | null,"approved_by": string | null,"booking_id": string | null,"cancel_reason": string | null,"cancelled_at": string | null,"cancelled_by": string | null,"cancelled_on": string | null,"created_at": string,"created_by": string | null,"customer_id": string,"customer_name": string,"id": string,"kind": string,"memo_no": string,"modified_at": string,"note": string | null,"on_date": string,"project_id": string,"purchase_id": string | null,"reason_code": string,"request_id": string | null,"search_key": string,"status": string,"store_name": string | null,"vat_amount": number,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "agent_id": string,"amount": number,"approved_at"?: string | null,"approved_by"?: string | null,"booking_id"?: string | null,"cancel_reason"?: string | null,"cancelled_at"?: string | null,"cancelled_by"?: string | null,"cancelled_on"?: string | null,"created_at"?: string,"created_by"?: string | null,"customer_id": string,"customer_name": string,"id"?: string,"kind": string,"memo_no": string,"modified_at"?: string,"note"?: string | null,"on_date": string,"project_id": string,"purchase_id"?: string | null,"reason_code": string,"request_id"?: string | null,"search_key"?: never,"status"?: string,"store_name"?: string | null,"vat_amount"?: number,"version"?: number
                  }
                  Update: {
                    "agent_id"?: string,"amount"?: number,"approved_at"?: string | null,"approved_by"?: string | null,"booking_id"?: string | null,"cancel_reason"?: string | null,"cancelled_at"?: string | null,"cancelled_by"?: string | null,"cancelled_on"?: string | null,"created_at"?: string,"created_by"?: string | null,"customer_id"?: string,"customer_name"?: string,"id"?: string,"kind"?: string,"memo_no"?: string,"modified_at"?: string,"note"?: string | null,"on_date"?: string,"project_id"?: string,"purchase_id"?: string | null,"reason_code"?: string,"request_id"?: string | null,"search_key"?: never,"status"?: string,"store_name"?: string | null,"vat_amount"?: number,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "memos_project_id_agent_id_fkey"
      columns: ["project_id","agent_id"]
isOneToOne: false
      referencedRelation: "memberships"
      referencedColumns: ["project_id","user_id"]
    },{
      foreignKeyName: "memos_project_id_booking_id_fkey"
      columns: ["project_id","booking_id"]
isOneToOne: false
      referencedRelation: "bookings"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "memos_project_id_customer_id_fkey"
      columns: ["project_id","customer_id"]
isOneToOne: false
      referencedRelation: "customers"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "memos_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "memos_project_id_purchase_id_fkey"
      columns: ["project_id","purchase_id"]
isOneToOne: false
      referencedRelation: "purchases"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "memos_project_id_request_id_fkey"
      columns: ["project_id","request_id"]
isOneToOne: false
      referencedRelation: "warehouse_requests"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"money_entries": {
                  Row: {
                    "amount": number,"balance_id": string | null,"collection_id": string | null,"confirmed_amount": number,"holder_id": string | null,"id": number,"kind": string,"on_date": string,"place": string,"posted_at": string,"posted_by": string | null,"project_id": string,"remittance_id": string | null,"slip_id": string | null,"voucher_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"balance_id"?: string | null,"collection_id"?: string | null,"confirmed_amount": number,"holder_id"?: string | null,"id"?: never,"kind": string,"on_date": string,"place": string,"posted_at"?: string,"posted_by"?: string | null,"project_id": string,"remittance_id"?: string | null,"slip_id"?: string | null,"voucher_id"?: string | null
                  }
                  Update: {
                    "amount"?: number,"balance_id"?: string | null,"collection_id"?: string | null,"confirmed_amount"?: number,"holder_id"?: string | null,"id"?: never,"kind"?: string,"on_date"?: string,"place"?: string,"posted_at"?: string,"posted_by"?: string | null,"project_id"?: string,"remittance_id"?: string | null,"slip_id"?: string | null,"voucher_id"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"notification_choices": {
                  Row: {
                    "by_mail": boolean,"by_push": boolean,"in_app": boolean,"kind": string,"project_id": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "by_mail": boolean,"by_push": boolean,"in_app": boolean,"kind": string,"project_id": string,"user_id"?: string
                  }
                  Update: {
                    "by_mail"?: boolean,"by_push"?: boolean,"in_app"?: boolean,"kind"?: string,"project_id"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "notification_choices_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    }
                  ]
                },"notifications": {
                  Row: {
                    "amount": number | null,"by_mail": boolean,"by_push": boolean,"created_at": string,"document_id": string,"document_kind": string,"document_no": string | null,"from_user": string | null,"id": string,"in_app": boolean,"kind": string,"mail_job": string | null,"party": string | null,"project_id": string,"push_job": string | null,"read_at": string | null,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "amount"?: number | null,"by_mail": boolean,"by_push": boolean,"created_at"?: string,"document_id": string,"document_kind": string,"document_no"?: string | null,"from_user"?: string | null,"id"?: string,"in_app": boolean,"kind": string,"mail_job"?: string | null,"party"?: string | null,"project_id": string,"push_job"?: string | null,"read_at"?: string | null,"user_id": string
                  }
                  Update: {
                    "amount"?: number | null,"by_mail"?: boolean,"by_push"?: boolean,"created_at"?: string,"document_id"?: string,"document_kind"?: string,"document_no"?: string | null,"from_user"?: string | null,"id"?: string,"in_app"?: boolean,"kind"?: string,"mail_job"?: string | null,"party"?: string | null,"project_id"?: string,"push_job"?: string | null,"read_at"?: string | null,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "notifications_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    }
                  ]
                },"paper_forms": {
                  Row: {
                    "created_at": string,"created_by": string | null,"feed_note": string | null,"id": string,"layout": NonNullable<Json>,"lines_per_form": number,"modified_at": string,"numbered": boolean,"paper": string,"paper_size": string,"project_id": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"created_by"?: string | null,"feed_note"?: string | null,"id"?: string,"layout": NonNullable<Json>,"lines_per_form": number,"modified_at"?: string,"numbered"?: boolean,"paper": string,"paper_size": string,"project_id": string,"version"?: number
                  }
                  Update: {
                    "created_at"?: string,"created_by"?: string | null,"feed_note"?: string | null,"id"?: string,"layout"?: NonNullable<Json>,"lines_per_form"?: number,"modified_at"?: string,"numbered"?: boolean,"paper"?: string,"paper_size"?: string,"project_id"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "paper_forms_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    }
                  ]
                },"payees": {
                  Row: {
                    "account_confirmed_at": string | null,"account_confirmed_by": string | null,"account_no": string | null,"account_set_at": string | null,"account_set_by": string | null,"created_at": string,"created_by": string | null,"fname": string,"id": string,"modified_at": string,"project_id": string,"sort_key": string,"status": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "account_confirmed_at"?: string | null,"account_confirmed_by"?: string | null,"account_no"?: string | null,"account_set_at"?: string | null,"account_set_by"?: string | null,"created_at"?: string,"created_by"?: string | null,"fname": string,"id"?: string,"modified_at"?: string,"project_id": string,"sort_key"?: never,"status"?: string,"version"?: number
                  }
                  Update: {
                    "account_confirmed_at"?: string | null,"account_confirmed_by"?: string | null,"account_no"?: string | null,"account_set_at"?: string | null,"account_set_by"?: string | null,"created_at"?: string,"created_by"?: string | null,"fname"?: string,"id"?: string,"modified_at"?: string,"project_id"?: string,"sort_key"?: never,"status"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "payees_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    }
                  ]
                },"period_closings": {
                  Row: {
                    "act": string,"closed_through": string | null,"created_at": string,"created_by": string | null,"id": string,"project_id": string,"reason": string,"was_through": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "act": string,"closed_through"?: string | null,"created_at"?: string,"created_by"?: string | null,"id"?: string,"project_id": string,"reason": string,"was_through"?: string | null
                  }
                  Update: {
                    "act"?: string,"closed_through"?: string | null,"created_at"?: string,"created_by"?: string | null,"id"?: string,"project_id"?: string,"reason"?: string,"was_through"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "period_closings_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    }
                  ]
                },"price_changes": {
                  Row: {
                    "created_at": string,"created_by": string | null,"id": number,"new_pieces": number,"new_price": number,"old_pieces": number,"old_price": number,"percent": number | null,"price": string,"price_list_id": string | null,"product_id": string,"project_id": string,"source_id": string | null,"source_table": string | null,"valid_from": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"created_by"?: string | null,"id"?: never,"new_pieces"?: number,"new_price": number,"old_pieces"?: number,"old_price": number,"percent"?: number | null,"price": string,"price_list_id"?: string | null,"product_id": string,"project_id": string,"source_id"?: string | null,"source_table"?: string | null,"valid_from"?: string | null
                  }
                  Update: {
                    "created_at"?: string,"created_by"?: string | null,"id"?: never,"new_pieces"?: number,"new_price"?: number,"old_pieces"?: number,"old_price"?: number,"percent"?: number | null,"price"?: string,"price_list_id"?: string | null,"product_id"?: string,"project_id"?: string,"source_id"?: string | null,"source_table"?: string | null,"valid_from"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "price_changes_project_id_price_list_id_fkey"
      columns: ["project_id","price_list_id"]
isOneToOne: false
      referencedRelation: "price_lists"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "price_changes_project_id_product_id_fkey"
      columns: ["project_id","product_id"]
isOneToOne: false
      referencedRelation: "products"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"price_list_items": {
                  Row: {
                    "category": string | null,"category_no": number | null,"created_at": string,"created_by": string | null,"floor": number | null,"id": string,"modified_at": string,"modified_by": string | null,"percent": number | null,"price": number | null,"price_list_id": string,"price_pieces": number,"product_id": string | null,"project_id": string,"valid_from": string
                  }
                  ComputedFields: never
                  Insert: {
                    "category"?: string | null,"category_no"?: number | null,"created_at"?: string,"created_by"?: string | null,"floor"?: number | null,"id"?: string,"modified_at"?: string,"modified_by"?: string | null,"percent"?: number | null,"price"?: number | null,"price_list_id": string,"price_pieces"?: number,"product_id"?: string | null,"project_id": string,"valid_from": string
                  }
                  Update: {
                    "category"?: string | null,"category_no"?: number | null,"created_at"?: string,"created_by"?: string | null,"floor"?: number | null,"id"?: string,"modified_at"?: string,"modified_by"?: string | null,"percent"?: number | null,"price"?: number | null,"price_list_id"?: string,"price_pieces"?: number,"product_id"?: string | null,"project_id"?: string,"valid_from"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "price_list_items_project_id_price_list_id_fkey"
      columns: ["project_id","price_list_id"]
isOneToOne: false
      referencedRelation: "price_lists"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "price_list_items_project_id_product_id_fkey"
      columns: ["project_id","product_id"]
isOneToOne: false
      referencedRelation: "products"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"price_lists": {
                  Row: {
                    "created_at": string,"created_by": string | null,"floor_percent": number | null,"id": string,"is_default": boolean,"modified_at": string,"name": string,"project_id": string,"sort_key": string,"status": string,"valid_from": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"created_by"?: string | null,"floor_percent"?: number | null,"id"?: string,"is_default"?: boolean,"modified_at"?: string,"name": string,"project_id": string,"sort_key"?: never,"status"?: string,"valid_from": string,"version"?: number
                  }
                  Update: {
                    "created_at"?: string,"created_by"?: string | null,"floor_percent"?: number | null,"id"?: string,"is_default"?: boolean,"modified_at"?: string,"name"?: string,"project_id"?: string,"sort_key"?: never,"status"?: string,"valid_from"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "price_lists_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    }
                  ]
                },"product_edit_requests": {
                  Row: {
                    "created_at": string,"decided_at": string | null,"decided_by": string | null,"decision_note": string | null,"from_pieces": number,"id": string,"is_change_live_srp": boolean,"item_edit_from": number | null,"item_to_edit": string,"modified_at": string,"po_no": string,"product_id": string,"project_id": string,"purchase_id": string,"purchase_line_id": string,"reason": string,"request_status": string,"user_id": string,"version": number,"what_edit": number,"what_pieces": number
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"decided_at"?: string | null,"decided_by"?: string | null,"decision_note"?: string | null,"from_pieces"?: number,"id"?: string,"is_change_live_srp"?: boolean,"item_edit_from"?: number | null,"item_to_edit": string,"modified_at"?: string,"po_no": string,"product_id": string,"project_id": string,"purchase_id": string,"purchase_line_id": string,"reason": string,"request_status"?: string,"user_id"?: string,"version"?: number,"what_edit": number,"what_pieces"?: number
                  }
                  Update: {
                    "created_at"?: string,"decided_at"?: string | null,"decided_by"?: string | null,"decision_note"?: string | null,"from_pieces"?: number,"id"?: string,"is_change_live_srp"?: boolean,"item_edit_from"?: number | null,"item_to_edit"?: string,"modified_at"?: string,"po_no"?: string,"product_id"?: string,"project_id"?: string,"purchase_id"?: string,"purchase_line_id"?: string,"reason"?: string,"request_status"?: string,"user_id"?: string,"version"?: number,"what_edit"?: number,"what_pieces"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "product_edit_requests_project_id_product_id_fkey"
      columns: ["project_id","product_id"]
isOneToOne: false
      referencedRelation: "inventory"
      referencedColumns: ["project_id","product_id"]
    },{
      foreignKeyName: "product_edit_requests_project_id_purchase_id_fkey"
      columns: ["project_id","purchase_id"]
isOneToOne: false
      referencedRelation: "purchases"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "product_edit_requests_project_id_purchase_line_id_fkey"
      columns: ["project_id","purchase_line_id"]
isOneToOne: false
      referencedRelation: "purchase_lines"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"products": {
                  Row: {
                    "case_config": number,"category_from": string | null,"category1": string | null,"category2": string | null,"category3": string | null,"created_at": string,"created_by": string | null,"def_cost": number,"def_cost_pieces": number,"def_srp": number,"def_srp_pieces": number,"description": string,"id": string,"import_id": string | null,"liters_per_case": number,"material_code": string,"merged_into": string | null,"modified_at": string,"new_supplier": boolean | null,"price_unit": string,"project_id": string,"reorder_level": number | null,"selected_color": string | null,"sort_key": string,"status": string,"supplier": string | null,"supplier_id": string | null,"unit_of_measure": string,"vat_class": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "case_config"?: number,"category_from"?: string | null,"category1"?: string | null,"category2"?: string | null,"category3"?: string | null,"created_at"?: string,"created_by"?: string | null,"def_cost"?: number,"def_cost_pieces"?: number,"def_srp"?: number,"def_srp_pieces"?: number,"description": string,"id"?: string,"import_id"?: string | null,"liters_per_case"?: number,"material_code": string,"merged_into"?: string | null,"modified_at"?: string,"new_supplier"?: boolean | null,"price_unit"?: string,"project_id": string,"reorder_level"?: number | null,"selected_color"?: string | null,"sort_key"?: never,"status"?: string,"supplier"?: string | null,"supplier_id"?: string | null,"unit_of_measure"?: string,"vat_class"?: string,"version"?: number
                  }
                  Update: {
                    "case_config"?: number,"category_from"?: string | null,"category1"?: string | null,"category2"?: string | null,"category3"?: string | null,"created_at"?: string,"created_by"?: string | null,"def_cost"?: number,"def_cost_pieces"?: number,"def_srp"?: number,"def_srp_pieces"?: number,"description"?: string,"id"?: string,"import_id"?: string | null,"liters_per_case"?: number,"material_code"?: string,"merged_into"?: string | null,"modified_at"?: string,"new_supplier"?: boolean | null,"price_unit"?: string,"project_id"?: string,"reorder_level"?: number | null,"selected_color"?: string | null,"sort_key"?: never,"status"?: string,"supplier"?: string | null,"supplier_id"?: string | null,"unit_of_measure"?: string,"vat_class"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "products_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "products_project_id_import_id_fkey"
      columns: ["project_id","import_id"]
isOneToOne: false
      referencedRelation: "imports"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "products_project_id_merged_into_fkey"
      columns: ["project_id","merged_into"]
isOneToOne: false
      referencedRelation: "products"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "products_project_id_supplier_id_fkey"
      columns: ["project_id","supplier_id"]
isOneToOne: false
      referencedRelation: "suppliers"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"profiles": {
                  Row: {
                    "created_at": string,"date_name_modified": string | null,"display_name": string,"email": string,"invited_by": string | null,"modified_at": string,"sessions_ended_at": string | null,"sort_key": string,"status": string,"user_id": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"date_name_modified"?: string | null,"display_name": string,"email": string,"invited_by"?: string | null,"modified_at"?: string,"sessions_ended_at"?: string | null,"sort_key"?: never,"status"?: string,"user_id": string,"version"?: number
                  }
                  Update: {
                    "created_at"?: string,"date_name_modified"?: string | null,"display_name"?: string,"email"?: string,"invited_by"?: string | null,"modified_at"?: string,"sessions_ended_at"?: string | null,"sort_key"?: never,"status"?: string,"user_id"?: string,"version"?: number
                  }
                  Relationships: [
                    
                  ]
                },"projects": {
                  Row: {
                    "address": string | null,"bad_order_count": number,"booking_count": number,"closed_through": string | null,"collection_group_list": (string)[],"collection_list": string,"created_at": string,"credit_memo_count": number,"currency": string,"debit_memo_count": number,"delivery_receipt_count": number,"id": string,"logo_uri": string | null,"logo_uri1": string | null,"modified_at": string,"name": string,"other_info1": string,"other_info2": string,"owner_email": string | null,"owner_name": string | null,"payment_instructions": string | null,"phone": string | null,"product_categories1": (string)[],"product_categories2": (string)[],"product_categories3": (string)[],"project_logos": (string)[],"sample": boolean,"settings": NonNullable<Json>,"sort_key": string,"status": string,"time_zone": string,"tin_no": string | null,"title": string | null,"version": number,"voucher_count": number
                  }
                  ComputedFields: never
                  Insert: {
                    "address"?: string | null,"bad_order_count"?: number,"booking_count"?: number,"closed_through"?: string | null,"collection_group_list"?: (string)[],"collection_list"?: string,"created_at"?: string,"credit_memo_count"?: number,"currency"?: string,"debit_memo_count"?: number,"delivery_receipt_count"?: number,"id"?: string,"logo_uri"?: never,"logo_uri1"?: never,"modified_at"?: string,"name": string,"other_info1"?: string,"other_info2"?: string,"owner_email"?: string | null,"owner_name"?: string | null,"payment_instructions"?: string | null,"phone"?: string | null,"product_categories1"?: (string)[],"product_categories2"?: (string)[],"product_categories3"?: (string)[],"project_logos"?: (string)[],"sample"?: boolean,"settings"?: NonNullable<Json>,"sort_key"?: never,"status"?: string,"time_zone"?: string,"tin_no"?: string | null,"title"?: string | null,"version"?: number,"voucher_count"?: number
                  }
                  Update: {
                    "address"?: string | null,"bad_order_count"?: number,"booking_count"?: number,"closed_through"?: string | null,"collection_group_list"?: (string)[],"collection_list"?: string,"created_at"?: string,"credit_memo_count"?: number,"currency"?: string,"debit_memo_count"?: number,"delivery_receipt_count"?: number,"id"?: string,"logo_uri"?: never,"logo_uri1"?: never,"modified_at"?: string,"name"?: string,"other_info1"?: string,"other_info2"?: string,"owner_email"?: string | null,"owner_name"?: string | null,"payment_instructions"?: string | null,"phone"?: string | null,"product_categories1"?: (string)[],"product_categories2"?: (string)[],"product_categories3"?: (string)[],"project_logos"?: (string)[],"sample"?: boolean,"settings"?: NonNullable<Json>,"sort_key"?: never,"status"?: string,"time_zone"?: string,"tin_no"?: string | null,"title"?: string | null,"version"?: number,"voucher_count"?: number
                  }
                  Relationships: [
                    
                  ]
                },"purchase_lines": {
                  Row: {
                    "amount": number,"cost": number,"cost_pieces": number,"id": string,"line_no": number,"prod_srp": number | null,"prod_srp_pieces": number,"product_id": string,"project_id": string,"purchase_id": string,"quantity": number,"vat_amount": number,"vat_class": string | null,"vat_on_top": number,"vat_percent": number
                  }
                  ComputedFields: never
                  Insert: {
                    "amount"?: never,"cost": number,"cost_pieces"?: number,"id"?: string,"line_no": number,"prod_srp"?: number | null,"prod_srp_pieces"?: number,"product_id": string,"project_id": string,"purchase_id": string,"quantity": number,"vat_amount"?: number,"vat_class"?: string | null,"vat_on_top"?: number,"vat_percent"?: number
                  }
                  Update: {
                    "amount"?: never,"cost"?: number,"cost_pieces"?: number,"id"?: string,"line_no"?: number,"prod_srp"?: number | null,"prod_srp_pieces"?: number,"product_id"?: string,"project_id"?: string,"purchase_id"?: string,"quantity"?: number,"vat_amount"?: number,"vat_class"?: string | null,"vat_on_top"?: number,"vat_percent"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "purchase_lines_project_id_product_id_fkey"
      columns: ["project_id","product_id"]
isOneToOne: false
      referencedRelation: "inventory"
      referencedColumns: ["project_id","product_id"]
    },{
      foreignKeyName: "purchase_lines_project_id_purchase_id_fkey"
      columns: ["project_id","purchase_id"]
isOneToOne: false
      referencedRelation: "purchases"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"purchases": {
                  Row: {
                    "cancel_reason": string | null,"cancelled_at": string | null,"cancelled_by": string | null,"counts_from": string | null,"created_at": string,"created_by": string | null,"customer_id": string | null,"date_added": string,"delivery_date": string | null,"id": string,"invoice_date": string | null,"invoice_no": string | null,"is_returns_data": boolean,"kind": string,"line_count": number,"modified_at": string,"po_no": string,"project_id": string,"status": string,"supplier": string,"supplier_id": string | null,"total_cost": number,"total_key": number,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "cancel_reason"?: string | null,"cancelled_at"?: string | null,"cancelled_by"?: string | null,"counts_from"?: string | null,"created_at"?: string,"created_by"?: string | null,"customer_id"?: string | null,"date_added": string,"delivery_date"?: string | null,"id"?: string,"invoice_date"?: string | null,"invoice_no"?: string | null,"is_returns_data"?: never,"kind"?: string,"line_count"?: number,"modified_at"?: string,"po_no": string,"project_id": string,"status"?: string,"supplier": string,"supplier_id"?: string | null,"total_cost"?: number,"total_key"?: never,"version"?: number
                  }
                  Update: {
                    "cancel_reason"?: string | null,"cancelled_at"?: string | null,"cancelled_by"?: string | null,"counts_from"?: string | null,"created_at"?: string,"created_by"?: string | null,"customer_id"?: string | null,"date_added"?: string,"delivery_date"?: string | null,"id"?: string,"invoice_date"?: string | null,"invoice_no"?: string | null,"is_returns_data"?: never,"kind"?: string,"line_count"?: number,"modified_at"?: string,"po_no"?: string,"project_id"?: string,"status"?: string,"supplier"?: string,"supplier_id"?: string | null,"total_cost"?: number,"total_key"?: never,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "purchases_project_id_customer_id_fkey"
      columns: ["project_id","customer_id"]
isOneToOne: false
      referencedRelation: "customers"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "purchases_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "purchases_project_id_supplier_id_fkey"
      columns: ["project_id","supplier_id"]
isOneToOne: false
      referencedRelation: "suppliers"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"push_subscriptions": {
                  Row: {
                    "auth": string,"browser": string,"created_at": string,"device": string | null,"endpoint": string,"id": string,"p256dh": string,"session_id": string | null,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "auth": string,"browser": string,"created_at"?: string,"device"?: string | null,"endpoint": string,"id"?: string,"p256dh": string,"session_id"?: string | null,"user_id": string
                  }
                  Update: {
                    "auth"?: string,"browser"?: string,"created_at"?: string,"device"?: string | null,"endpoint"?: string,"id"?: string,"p256dh"?: string,"session_id"?: string | null,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "push_subscriptions_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["user_id"]
    }
                  ]
                },"receivable_entries": {
                  Row: {
                    "agent_id": string,"amount": number,"booking_id": string | null,"cleared_amount": number,"collection_id": string | null,"customer_id": string,"due_date": string | null,"id": number,"kind": string,"memo_id": string | null,"on_date": string,"posted_at": string,"posted_by": string | null,"project_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "agent_id": string,"amount": number,"booking_id"?: string | null,"cleared_amount": number,"collection_id"?: string | null,"customer_id": string,"due_date"?: string | null,"id"?: never,"kind": string,"memo_id"?: string | null,"on_date": string,"posted_at"?: string,"posted_by"?: string | null,"project_id": string
                  }
                  Update: {
                    "agent_id"?: string,"amount"?: number,"booking_id"?: string | null,"cleared_amount"?: number,"collection_id"?: string | null,"customer_id"?: string,"due_date"?: string | null,"id"?: never,"kind"?: string,"memo_id"?: string | null,"on_date"?: string,"posted_at"?: string,"posted_by"?: string | null,"project_id"?: string
                  }
                  Relationships: [
                    
                  ]
                },"releasers": {
                  Row: {
                    "created_at": string,"created_by": string | null,"designation": string | null,"fname": string,"id": string,"lname": string,"mname": string | null,"modified_at": string,"project_id": string,"sort_key": string,"status": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"created_by"?: string | null,"designation"?: string | null,"fname": string,"id"?: string,"lname": string,"mname"?: string | null,"modified_at"?: string,"project_id": string,"sort_key"?: never,"status"?: string,"version"?: number
                  }
                  Update: {
                    "created_at"?: string,"created_by"?: string | null,"designation"?: string | null,"fname"?: string,"id"?: string,"lname"?: string,"mname"?: string | null,"modified_at"?: string,"project_id"?: string,"sort_key"?: never,"status"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "releasers_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    }
                  ]
                },"remittance_cash": {
                  Row: {
                    "amount": number,"pieces": number,"project_id": string,"remittance_id": string,"value": number
                  }
                  ComputedFields: never
                  Insert: {
                    "amount"?: never,"pieces": number,"project_id": string,"remittance_id": string,"value": number
                  }
                  Update: {
                    "amount"?: never,"pieces"?: number,"project_id"?: string,"remittance_id"?: string,"value"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "remittance_cash_project_id_remittance_id_fkey"
      columns: ["project_id","remittance_id"]
isOneToOne: false
      referencedRelation: "remittances"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"remittance_receipts": {
                  Row: {
                    "collection_id": string,"created_at": string,"project_id": string,"remittance_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "collection_id": string,"created_at"?: string,"project_id": string,"remittance_id": string
                  }
                  Update: {
                    "collection_id"?: string,"created_at"?: string,"project_id"?: string,"remittance_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "remittance_receipts_project_id_collection_id_fkey"
      columns: ["project_id","collection_id"]
isOneToOne: false
      referencedRelation: "collections"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "remittance_receipts_project_id_remittance_id_fkey"
      columns: ["project_id","remittance_id"]
isOneToOne: false
      referencedRelation: "remittances"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"remittances": {
                  Row: {
                    "cancel_reason": string | null,"cancelled_at": string | null,"cancelled_by": string | null,"cash_counted": number,"cash_expected": number,"cheques": number,"collector_id": string,"drr_no": string,"id": string,"modified_at": string,"opposite_on": string | null,"others": number,"project_id": string,"receipts": number,"received_at": string,"received_by": string | null,"remarks": string | null,"remitted_on": string,"status": string,"variance": number,"variance_reason": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "cancel_reason"?: string | null,"cancelled_at"?: string | null,"cancelled_by"?: string | null,"cash_counted": number,"cash_expected": number,"cheques": number,"collector_id": string,"drr_no": string,"id"?: string,"modified_at"?: string,"opposite_on"?: string | null,"others": number,"project_id": string,"receipts": number,"received_at"?: string,"received_by"?: string | null,"remarks"?: string | null,"remitted_on": string,"status"?: string,"variance"?: never,"variance_reason"?: string | null,"version"?: number
                  }
                  Update: {
                    "cancel_reason"?: string | null,"cancelled_at"?: string | null,"cancelled_by"?: string | null,"cash_counted"?: number,"cash_expected"?: number,"cheques"?: number,"collector_id"?: string,"drr_no"?: string,"id"?: string,"modified_at"?: string,"opposite_on"?: string | null,"others"?: number,"project_id"?: string,"receipts"?: number,"received_at"?: string,"received_by"?: string | null,"remarks"?: string | null,"remitted_on"?: string,"status"?: string,"variance"?: never,"variance_reason"?: string | null,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "remittances_project_id_collector_id_fkey"
      columns: ["project_id","collector_id"]
isOneToOne: false
      referencedRelation: "memberships"
      referencedColumns: ["project_id","user_id"]
    },{
      foreignKeyName: "remittances_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    }
                  ]
                },"report_prints": {
                  Row: {
                    "created_at": string,"created_by": string | null,"customer_id": string | null,"described": string,"id": string,"known_at": string,"print_no": string,"project_id": string,"report": string,"search": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"created_by"?: string | null,"customer_id"?: string | null,"described": string,"id"?: string,"known_at": string,"print_no": string,"project_id": string,"report": string,"search": string
                  }
                  Update: {
                    "created_at"?: string,"created_by"?: string | null,"customer_id"?: string | null,"described"?: string,"id"?: string,"known_at"?: string,"print_no"?: string,"project_id"?: string,"report"?: string,"search"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "report_prints_project_id_customer_id_fkey"
      columns: ["project_id","customer_id"]
isOneToOne: false
      referencedRelation: "customers"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "report_prints_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    }
                  ]
                },"report_schedules": {
                  Row: {
                    "created_at": string,"hour": number,"id": string,"month_day": number | null,"next_at": string | null,"paused": boolean,"project_id": string,"recipients": (string)[],"report": string,"rhythm": string,"search": string,"user_id": string,"view_id": string | null,"weekday": number | null
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"hour": number,"id"?: string,"month_day"?: number | null,"next_at"?: string | null,"paused"?: boolean,"project_id": string,"recipients": (string)[],"report": string,"rhythm": string,"search": string,"user_id"?: string,"view_id"?: string | null,"weekday"?: number | null
                  }
                  Update: {
                    "created_at"?: string,"hour"?: number,"id"?: string,"month_day"?: number | null,"next_at"?: string | null,"paused"?: boolean,"project_id"?: string,"recipients"?: (string)[],"report"?: string,"rhythm"?: string,"search"?: string,"user_id"?: string,"view_id"?: string | null,"weekday"?: number | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "report_schedules_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "report_schedules_view_fkey"
      columns: ["project_id","view_id"]
isOneToOne: false
      referencedRelation: "report_views"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"report_views": {
                  Row: {
                    "created_at": string,"id": string,"is_default": boolean,"modified_at": string,"name": string,"project_id": string,"report": string,"search": string,"shared": boolean,"user_id": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"id"?: string,"is_default"?: boolean,"modified_at"?: string,"name": string,"project_id": string,"report": string,"search": string,"shared"?: boolean,"user_id"?: string,"version"?: number
                  }
                  Update: {
                    "created_at"?: string,"id"?: string,"is_default"?: boolean,"modified_at"?: string,"name"?: string,"project_id"?: string,"report"?: string,"search"?: string,"shared"?: boolean,"user_id"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "report_views_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    }
                  ]
                },"routes": {
                  Row: {
                    "agent_id": string,"created_at": string,"created_by": string | null,"customer_id": string,"from_date": string,"id": string,"modified_at": string,"place": number,"project_id": string,"until_date": string | null,"version": number,"weekday": number,"weeks": string
                  }
                  ComputedFields: never
                  Insert: {
                    "agent_id": string,"created_at"?: string,"created_by"?: string | null,"customer_id": string,"from_date": string,"id"?: string,"modified_at"?: string,"place": number,"project_id": string,"until_date"?: string | null,"version"?: number,"weekday": number,"weeks"?: string
                  }
                  Update: {
                    "agent_id"?: string,"created_at"?: string,"created_by"?: string | null,"customer_id"?: string,"from_date"?: string,"id"?: string,"modified_at"?: string,"place"?: number,"project_id"?: string,"until_date"?: string | null,"version"?: number,"weekday"?: number,"weeks"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "routes_project_id_agent_id_fkey"
      columns: ["project_id","agent_id"]
isOneToOne: false
      referencedRelation: "memberships"
      referencedColumns: ["project_id","user_id"]
    },{
      foreignKeyName: "routes_project_id_customer_id_fkey"
      columns: ["project_id","customer_id"]
isOneToOne: false
      referencedRelation: "customers"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"sales_entries": {
                  Row: {
                    "agent_id": string,"amount": number,"booking_id": string,"case_config": number,"category1": string | null,"category2": string | null,"category3": string | null,"cost": number,"customer_id": string,"discount": number,"free": boolean,"further": boolean,"further_month": boolean,"id": number,"kind": string,"line_id": string,"memo_id": string | null,"on_date": string,"pieces": number,"posted_at": string,"posted_by": string | null,"product_id": string,"project_id": string,"vat_amount": number,"vat_class": string
                  }
                  ComputedFields: never
                  Insert: {
                    "agent_id": string,"amount": number,"booking_id": string,"case_config": number,"category1"?: string | null,"category2"?: string | null,"category3"?: string | null,"cost": number,"customer_id": string,"discount"?: number,"free"?: boolean,"further"?: boolean,"further_month"?: boolean,"id"?: never,"kind": string,"line_id": string,"memo_id"?: string | null,"on_date": string,"pieces": number,"posted_at"?: string,"posted_by"?: string | null,"product_id": string,"project_id": string,"vat_amount": number,"vat_class": string
                  }
                  Update: {
                    "agent_id"?: string,"amount"?: number,"booking_id"?: string,"case_config"?: number,"category1"?: string | null,"category2"?: string | null,"category3"?: string | null,"cost"?: number,"customer_id"?: string,"discount"?: number,"free"?: boolean,"further"?: boolean,"further_month"?: boolean,"id"?: never,"kind"?: string,"line_id"?: string,"memo_id"?: string | null,"on_date"?: string,"pieces"?: number,"posted_at"?: string,"posted_by"?: string | null,"product_id"?: string,"project_id"?: string,"vat_amount"?: number,"vat_class"?: string
                  }
                  Relationships: [
                    
                  ]
                },"skipped_numbers": {
                  Row: {
                    "booklet_id": string,"created_at": string,"created_by": string | null,"first_serial": number,"id": string,"last_serial": number,"project_id": string,"reason": string
                  }
                  ComputedFields: never
                  Insert: {
                    "booklet_id": string,"created_at"?: string,"created_by"?: string | null,"first_serial": number,"id"?: string,"last_serial": number,"project_id": string,"reason": string
                  }
                  Update: {
                    "booklet_id"?: string,"created_at"?: string,"created_by"?: string | null,"first_serial"?: number,"id"?: string,"last_serial"?: number,"project_id"?: string,"reason"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "skipped_numbers_project_id_booklet_id_fkey"
      columns: ["project_id","booklet_id"]
isOneToOne: false
      referencedRelation: "booklets"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"stock_count_lines": {
                  Row: {
                    "count_id": string,"counted": number | null,"expected": number,"product_id": string,"project_id": string,"stock_state": string,"unit_srp": number,"unit_srp_pieces": number,"variance": number | null
                  }
                  ComputedFields: never
                  Insert: {
                    "count_id": string,"counted"?: number | null,"expected": number,"product_id": string,"project_id": string,"stock_state"?: string,"unit_srp": number,"unit_srp_pieces"?: number,"variance"?: never
                  }
                  Update: {
                    "count_id"?: string,"counted"?: number | null,"expected"?: number,"product_id"?: string,"project_id"?: string,"stock_state"?: string,"unit_srp"?: number,"unit_srp_pieces"?: number,"variance"?: never
                  }
                  Relationships: [
                    {
      foreignKeyName: "stock_count_lines_project_id_count_id_fkey"
      columns: ["project_id","count_id"]
isOneToOne: false
      referencedRelation: "stock_counts"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "stock_count_lines_project_id_product_id_fkey"
      columns: ["project_id","product_id"]
isOneToOne: false
      referencedRelation: "inventory"
      referencedColumns: ["project_id","product_id"]
    }
                  ]
                },"stock_counts": {
                  Row: {
                    "blind": boolean,"category1": string | null,"count_status": string,"counted_on": string,"created_at": string,"created_by": string | null,"decided_at": string | null,"decided_by": string | null,"id": string,"modified_at": string,"project_id": string,"reason": string | null,"sheet_at": string,"submitted_at": string | null,"submitted_by": string | null,"title": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "blind"?: boolean,"category1"?: string | null,"count_status"?: string,"counted_on": string,"created_at"?: string,"created_by"?: string | null,"decided_at"?: string | null,"decided_by"?: string | null,"id"?: string,"modified_at"?: string,"project_id": string,"reason"?: string | null,"sheet_at"?: string,"submitted_at"?: string | null,"submitted_by"?: string | null,"title": string,"version"?: number
                  }
                  Update: {
                    "blind"?: boolean,"category1"?: string | null,"count_status"?: string,"counted_on"?: string,"created_at"?: string,"created_by"?: string | null,"decided_at"?: string | null,"decided_by"?: string | null,"id"?: string,"modified_at"?: string,"project_id"?: string,"reason"?: string | null,"sheet_at"?: string,"submitted_at"?: string | null,"submitted_by"?: string | null,"title"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "stock_counts_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    }
                  ]
                },"stock_movements": {
                  Row: {
                    "cost": number,"created_at": string,"created_by": string | null,"id": number,"kind": string,"on_date": string,"product_id": string,"project_id": string,"quantity": number,"source_id": string,"source_line": string | null,"source_table": string,"stock_state": string,"variance": number,"vat_amount": number
                  }
                  ComputedFields: never
                  Insert: {
                    "cost": number,"created_at"?: string,"created_by"?: string | null,"id"?: never,"kind": string,"on_date": string,"product_id": string,"project_id": string,"quantity": number,"source_id": string,"source_line"?: string | null,"source_table": string,"stock_state"?: string,"variance"?: number,"vat_amount"?: number
                  }
                  Update: {
                    "cost"?: number,"created_at"?: string,"created_by"?: string | null,"id"?: never,"kind"?: string,"on_date"?: string,"product_id"?: string,"project_id"?: string,"quantity"?: number,"source_id"?: string,"source_line"?: string | null,"source_table"?: string,"stock_state"?: string,"variance"?: number,"vat_amount"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "stock_movements_project_id_product_id_fkey"
      columns: ["project_id","product_id"]
isOneToOne: false
      referencedRelation: "inventory"
      referencedColumns: ["project_id","product_id"]
    }
                  ]
                },"suppliers": {
                  Row: {
                    "created_at": string,"created_by": string | null,"id": string,"merged_into": string | null,"modified_at": string,"name": string,"name_key": string,"project_id": string,"registered_name": string | null,"sort_key": string,"terms_days": number | null,"tin": string | null,"vat_class": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"created_by"?: string | null,"id"?: string,"merged_into"?: string | null,"modified_at"?: string,"name": string,"name_key"?: never,"project_id": string,"registered_name"?: string | null,"sort_key"?: never,"terms_days"?: number | null,"tin"?: string | null,"vat_class"?: string | null,"version"?: number
                  }
                  Update: {
                    "created_at"?: string,"created_by"?: string | null,"id"?: string,"merged_into"?: string | null,"modified_at"?: string,"name"?: string,"name_key"?: never,"project_id"?: string,"registered_name"?: string | null,"sort_key"?: never,"terms_days"?: number | null,"tin"?: string | null,"vat_class"?: string | null,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "suppliers_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "suppliers_project_id_merged_into_fkey"
      columns: ["project_id","merged_into"]
isOneToOne: false
      referencedRelation: "suppliers"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"visits": {
                  Row: {
                    "agent_id": string,"begun_at": string,"created_at": string,"created_by": string | null,"customer_id": string,"ended_at": string | null,"id": string,"modified_at": string,"on_date": string,"project_id": string,"reason": string | null,"state": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "agent_id": string,"begun_at": string,"created_at"?: string,"created_by"?: string | null,"customer_id": string,"ended_at"?: string | null,"id"?: string,"modified_at"?: string,"on_date": string,"project_id": string,"reason"?: string | null,"state": string,"version"?: number
                  }
                  Update: {
                    "agent_id"?: string,"begun_at"?: string,"created_at"?: string,"created_by"?: string | null,"customer_id"?: string,"ended_at"?: string | null,"id"?: string,"modified_at"?: string,"on_date"?: string,"project_id"?: string,"reason"?: string | null,"state"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "visits_project_id_agent_id_fkey"
      columns: ["project_id","agent_id"]
isOneToOne: false
      referencedRelation: "memberships"
      referencedColumns: ["project_id","user_id"]
    },{
      foreignKeyName: "visits_project_id_customer_id_fkey"
      columns: ["project_id","customer_id"]
isOneToOne: false
      referencedRelation: "customers"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"voucher_lines": {
                  Row: {
                    "amount": number,"cost_center_id": string | null,"description": string,"id": string,"line_no": number,"project_id": string,"vat_amount": number,"vat_class": string | null,"vat_percent": number,"voucher_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"cost_center_id"?: string | null,"description": string,"id"?: string,"line_no": number,"project_id": string,"vat_amount"?: never,"vat_class"?: string | null,"vat_percent"?: number,"voucher_id": string
                  }
                  Update: {
                    "amount"?: number,"cost_center_id"?: string | null,"description"?: string,"id"?: string,"line_no"?: number,"project_id"?: string,"vat_amount"?: never,"vat_class"?: string | null,"vat_percent"?: number,"voucher_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "voucher_lines_project_id_cost_center_id_fkey"
      columns: ["project_id","cost_center_id"]
isOneToOne: false
      referencedRelation: "cost_centers"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "voucher_lines_project_id_voucher_id_fkey"
      columns: ["project_id","voucher_id"]
isOneToOne: false
      referencedRelation: "vouchers"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"vouchers": {
                  Row: {
                    "approved_at": string | null,"approved_by": string | null,"bank_id": string | null,"cancel_reason": string | null,"cancelled_at": string | null,"category": string | null,"cheque_account_no": string | null,"cheque_amount": number | null,"cheque_bank": string | null,"cheque_date": string | null,"cheque_no": string | null,"classification": string | null,"copies": number,"created_at": string,"created_by": string | null,"date_added": string,"date_cancelled": string | null,"date_modified": string,"date_printed": string | null,"date_released": string | null,"edited_at": string | null,"edited_by": string | null,"ewt_amount": number,"general_description": string | null,"id": string,"invoice_no": string | null,"mode_of_payment": string,"modified_at": string,"net_amount": number,"opposite_on": string | null,"pay_to": string,"pay_to_account_no": string | null,"payee_id": string,"project_id": string,"released_at": string | null,"released_by": string | null,"releaser_designation": string | null,"releaser_name": string | null,"search_key": string,"status": string,"total": number,"total_key": number,"version": number,"voucher_no": number,"who_cancelled": string | null,"who_printed": string | null,"who_released": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "approved_at"?: string | null,"approved_by"?: string | null,"bank_id"?: string | null,"cancel_reason"?: string | null,"cancelled_at"?: string | null,"category"?: string | null,"cheque_account_no"?: string | null,"cheque_amount"?: number | null,"cheque_bank"?: string | null,"cheque_date"?: string | null,"cheque_no"?: string | null,"classification"?: string | null,"copies"?: number,"created_at"?: string,"created_by"?: string | null,"date_added": string,"date_cancelled"?: string | null,"date_modified"?: never,"date_printed"?: string | null,"date_released"?: string | null,"edited_at"?: string | null,"edited_by"?: string | null,"ewt_amount"?: number,"general_description"?: string | null,"id"?: string,"invoice_no"?: string | null,"mode_of_payment": string,"modified_at"?: string,"net_amount"?: never,"opposite_on"?: string | null,"pay_to": string,"pay_to_account_no"?: string | null,"payee_id": string,"project_id": string,"released_at"?: string | null,"released_by"?: string | null,"releaser_designation"?: string | null,"releaser_name"?: string | null,"search_key"?: never,"status"?: string,"total": number,"total_key"?: never,"version"?: number,"voucher_no": number,"who_cancelled"?: string | null,"who_printed"?: string | null,"who_released"?: string | null
                  }
                  Update: {
                    "approved_at"?: string | null,"approved_by"?: string | null,"bank_id"?: string | null,"cancel_reason"?: string | null,"cancelled_at"?: string | null,"category"?: string | null,"cheque_account_no"?: string | null,"cheque_amount"?: number | null,"cheque_bank"?: string | null,"cheque_date"?: string | null,"cheque_no"?: string | null,"classification"?: string | null,"copies"?: number,"created_at"?: string,"created_by"?: string | null,"date_added"?: string,"date_cancelled"?: string | null,"date_modified"?: never,"date_printed"?: string | null,"date_released"?: string | null,"edited_at"?: string | null,"edited_by"?: string | null,"ewt_amount"?: number,"general_description"?: string | null,"id"?: string,"invoice_no"?: string | null,"mode_of_payment"?: string,"modified_at"?: string,"net_amount"?: never,"opposite_on"?: string | null,"pay_to"?: string,"pay_to_account_no"?: string | null,"payee_id"?: string,"project_id"?: string,"released_at"?: string | null,"released_by"?: string | null,"releaser_designation"?: string | null,"releaser_name"?: string | null,"search_key"?: never,"status"?: string,"total"?: number,"total_key"?: never,"version"?: number,"voucher_no"?: number,"who_cancelled"?: string | null,"who_printed"?: string | null,"who_released"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "vouchers_project_id_bank_id_fkey"
      columns: ["project_id","bank_id"]
isOneToOne: false
      referencedRelation: "banks"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "vouchers_project_id_fkey"
      columns: ["project_id"]
isOneToOne: false
      referencedRelation: "projects"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "vouchers_project_id_payee_id_fkey"
      columns: ["project_id","payee_id"]
isOneToOne: false
      referencedRelation: "payees"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "vouchers_project_id_released_by_fkey"
      columns: ["project_id","released_by"]
isOneToOne: false
      referencedRelation: "releasers"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"warehouse_request_lines": {
                  Row: {
                    "line_id": string,"project_id": string,"quantity": number,"request_id": string,"stock_state": string
                  }
                  ComputedFields: never
                  Insert: {
                    "line_id": string,"project_id": string,"quantity": number,"request_id": string,"stock_state"?: string
                  }
                  Update: {
                    "line_id"?: string,"project_id"?: string,"quantity"?: number,"request_id"?: string,"stock_state"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "warehouse_request_lines_project_id_line_id_fkey"
      columns: ["project_id","line_id"]
isOneToOne: false
      referencedRelation: "booking_lines"
      referencedColumns: ["project_id","id"]
    },{
      foreignKeyName: "warehouse_request_lines_project_id_request_id_fkey"
      columns: ["project_id","request_id"]
isOneToOne: false
      referencedRelation: "warehouse_requests"
      referencedColumns: ["project_id","id"]
    }
                  ]
                },"warehouse_requests": {
                  Row: {
                    "booking_details": NonNullable<Json>,"booking_id": string,"created_at": string,"date_added": string,"decided_at": string | null,"decided_by": string | null,"decision_note": string | null,"done_at": string | null,"done_by": string | null,"id": string,"kind": string,"modified_at": string,"project_id": string,"reason": string,"request_no": string,"request_status": string,"so_no": string,"user_id": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "booking_details": NonNullable<Json>,"booking_id": string,"created_at"?: string,"date_added": string,"decided_at"?: string | null,"decided_by"?: string | null,"decision_note"?: string | null,"done_at"?: string | null,"done_by"?: string | null,"id"?: string,"kind": string,"modified_at"?: string,"project_id": string,"reason": string,"request_no": string,"request_status"?: string,"so_no": string,"user_id"?: string,"version"?: number
                  }
                  Update: {
                    "booking_details"?: NonNullable<Json>,"booking_id"?: string,"created_at"?: string,"date_added"?: string,"decided_at"?: string | null,"decided_by"?: string | null,"decision_note"?: string | null,"done_at"?: string | null,"done_by"?: string | null,"id"?: string,"kind"?: string,"modified_at"?: string,"project_id"?: string,"reason"?: string,"request_no"?: string,"request_status"?: string,"so_no"?: string,"user_id"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "warehouse_requests_project_id_booking_id_fkey"
      columns: ["project_id","booking_id"]
isOneToOne: false
      referencedRelation: "bookings"
      referencedColumns: ["project_id","id"]
    }
                  ]
                }
          }
          Views: {
            "linked_purchases": {
                  Row: {
                    "linked_purchase_id": Json | null,"product_id": string,"project_id": string
                  }
                  ComputedFields: never
                  Insert: {
                           "linked_purchase_id"?: Json | null,"product_id"?: string | null,"project_id"?: string | null
                         }
                        Update: {
                           "linked_purchase_id"?: Json | null,"product_id"?: string | null,"project_id"?: string | null
                         }
                        Relationships: [
                    {
      foreignKeyName: "purchase_lines_project_id_product_id_fkey"
      columns: ["project_id","product_id"]
isOneToOne: false
      referencedRelation: "inventory"
      referencedColumns: ["project_id","product_id"]
    }
                  ]
                }
          }
          Functions: {
            "account_without_profile":
{ Args: { "p_email": string }; Returns: string
                           },
"add_cheque_book":
{ Args: { "p_book": Json,"p_idempotency_key": string,"p_project": string }; Returns: Json
                           },
"add_comment":
{ Args: { "p_comment": Json,"p_document": string,"p_idempotency_key": string,"p_kind": string,"p_project": string }; Returns: Json
                           },
"admin_overview":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"allocate_credit":
{ Args: { "p_allocations": Json,"p_collection": string,"p_idempotency_key": string,"p_project": string,"p_version": number }; Returns: Json
                           },
"approve_collection":
{ Args: { "p_collection": string,"p_idempotency_key": string,"p_project": string,"p_version": number }; Returns: Json
                           },
"approve_memo":
{ Args: { "p_idempotency_key": string,"p_memo": string,"p_project": string,"p_version": number }; Returns: Json
                           },
"approve_voucher":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_version": number,"p_voucher": string }; Returns: Json
                           },
"approve_write_off":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_record": string,"p_version": number }; Returns: Json
                           },
"archive_bookings":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_so_nos": Json,"p_status": string }; Returns: Json
                           },
"archive_preview":
{ Args: { "p_project": string,"p_so_nos": Json,"p_status": string }; Returns: {
              "balance": number,"customer_name": string,"date_added": string,"done": boolean,"id": string,"obstacle": string,"so_no": string,"stage": string,"to_issue": number,"total": number
            }[]
                           },
"assign_booklet":
{ Args: { "p_booklet": Json,"p_idempotency_key": string,"p_project": string }; Returns: Json
                           },
"attach_files":
{ Args: { "p_document": string,"p_files": Json,"p_idempotency_key": string,"p_kind": string,"p_project": string }; Returns: Json
                           },
"audit_lines":
{ Args: { "p_project": string,"p_rows": (string)[] }; Returns: {
              "id": string,"line_no": number,"product": string
            }[]
                           },
"audit_names":
{ Args: { "p_ids": (string)[],"p_project": string }; Returns: {
              "id": string,"kind": string,"label": string
            }[]
                           },
"audit_totals":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "changes": number,"documents": number,"people": number
            }[]
                           },
"audit_trail":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "action": string,"after": Json,"alone": boolean,"before": Json,"created_at": string,"document_id": string,"id": number,"kind": string,"row_id": string,"table_name": string,"user_id": string
            }[]
                           },
"bad_order_list":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "approved_by": string,"cost": number,"count": number,"created_by": string,"id": string,"kind": string,"on_date": string,"pieces": number,"products": number,"reason": string,"record_no": string,"sort_key": string,"status": string
            }[]
                           },
"bank_ledger":
{ Args: { "p_bank": string,"p_filters"?: Json,"p_project": string }; Returns: {
              "amount": number,"collection_id": string,"kind": string,"money_in": number,"money_out": number,"movements": number,"on_date": string,"party": string,"reference": string,"row_key": string,"should_be": number,"slip_id": string,"voucher_id": string
            }[]
                           },
"bank_positions":
{ Args: { "p_days"?: number,"p_project": string }; Returns: {
              "account_no": string,"balance": number,"bank": string,"bank_id": string,"difference": number,"expected": number,"going_out": number,"in_transit": number,"moved": number,"stated": number,"stated_on": string,"status": string
            }[]
                           },
"bank_statements":
{ Args: { "p_bank": string,"p_project": string }; Returns: {
              "balance": number,"entered_at": string,"entered_by": string,"on_date": string,"remarks": string,"should_be": number
            }[]
                           },
"begin_field_session":
{ Args: { "p_device": string,"p_name": string }; Returns: Json
                           },
"begin_sign_in":
{ Args: { "p_address": string,"p_device"?: string,"p_email": string,"p_kind": string }; Returns: Json
                           },
"booking_document":
{ Args: { "p_booking": string,"p_project": string }; Returns: Json
                           },
"booking_list":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "agent_id": string,"balance": number,"cleared_balance": number,"credited": number,"customer_id": string,"customer_name": string,"date_added": string,"date_delivered": string,"date_invoiced": string,"id": string,"invoice_no": string,"on_hold": boolean,"so_no": string,"sort_key": string,"stage": string,"store_name": string,"total": number,"version": number
            }[]
                           },
"booking_page":
{ Args: { "p_booking": string,"p_project": string }; Returns: Json
                           },
"booking_totals":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "balance": number,"bookings": number,"cancelled": number,"cleared_balance": number,"total": number
            }[]
                           },
"booking_trail":
{ Args: { "p_booking": string,"p_project": string }; Returns: {
              "changed_at": string,"changed_by": string,"changes": Json,"goods": Json
            }[]
                           },
"booklet_list":
{ Args: { "p_project": string }; Returns: {
              "created_at": string,"first_no": string,"id": string,"last_no": string,"next_no": string,"numbers": number,"person": string,"return_reason": string,"skipped": number,"state": string,"used": number,"user_id": string,"version": number
            }[]
                           },
"cancel_booking":
{ Args: { "p_booking": string,"p_date"?: string,"p_idempotency_key": string,"p_project": string,"p_reason": string,"p_version": number }; Returns: Json
                           },
"cancel_collection":
{ Args: { "p_collection": string,"p_date"?: string,"p_idempotency_key": string,"p_project": string,"p_reason": string,"p_version": number }; Returns: Json
                           },
"cancel_memo":
{ Args: { "p_date"?: string,"p_idempotency_key": string,"p_memo": string,"p_project": string,"p_reason": string,"p_version": number }; Returns: Json
                           },
"cancel_purchase":
{ Args: { "p_date"?: string,"p_idempotency_key": string,"p_project": string,"p_purchase": string,"p_reason": string,"p_version": number }; Returns: Json
                           },
"cancel_remittance":
{ Args: { "p_date"?: string,"p_idempotency_key": string,"p_project": string,"p_reason": string,"p_remittance": string,"p_version": number }; Returns: Json
                           },
"cancel_stock_count":
{ Args: { "p_count": string,"p_idempotency_key": string,"p_project": string,"p_reason": string,"p_version": number }; Returns: Json
                           },
"cancel_voucher":
{ Args: { "p_date"?: string,"p_idempotency_key": string,"p_project": string,"p_reason": string,"p_version": number,"p_voucher": string }; Returns: Json
                           },
"cancel_write_off":
{ Args: { "p_date"?: string,"p_idempotency_key": string,"p_project": string,"p_reason": string,"p_record": string,"p_version": number }; Returns: Json
                           },
"cash_position":
{ Args: { "p_project": string }; Returns: {
              "at_office": number,"pending": number
            }[]
                           },
"change_display_name":
{ Args: { "p_display_name": string,"p_idempotency_key": string,"p_project": string }; Returns: Json
                           },
"change_report_schedule":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_schedule": string,"p_values": Json }; Returns: Json
                           },
"chart_of_accounts":
{ Args: { "p_project": string }; Returns: {
              "account": string,"code": string,"name": string,"part": string,"type": string,"version": number
            }[]
                           },
"chart_of_report":
{ Args: { "p_filters"?: Json,"p_project": string,"p_report": string }; Returns: {
              "amount": number,"place": string
            }[]
                           },
"cheque_register":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "amount": number,"applied": number,"booking_id": string,"cheque_bank": string,"cheque_date": string,"cheque_no": string,"cheque_state": string,"collection_id": string,"cr_no": string,"customer_id": string,"customer_name": string,"date_collected": string,"deposit_bank": string,"deposited_on": string,"held_by": string,"invoice_no": string,"on_date": string,"reason": string,"row_key": string,"slip_no": string,"so_no": string,"version": number
            }[]
                           },
"cheque_totals":
{ Args: { "p_project": string }; Returns: {
              "amount": number,"cheques": number,"tab": string
            }[]
                           },
"choices":
{ Args: { "p_lists": Json,"p_project": string }; Returns: Json
                           },
"claim_job":
{ Args: { "p_kinds"?: (string)[] }; Returns: Json
                           },
"clear_cheque":
{ Args: { "p_collection": string,"p_date": string,"p_idempotency_key": string,"p_project": string,"p_version": number }; Returns: Json
                           },
"clear_issued_cheques":
{ Args: { "p_cleared": Json,"p_idempotency_key": string,"p_project": string }; Returns: Json
                           },
"close_period":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_reason": string,"p_through": string }; Returns: Json
                           },
"closing_pending":
{ Args: { "p_project": string,"p_through": string }; Returns: {
              "amount": number,"documents": number,"kind": string,"oldest_on": string
            }[]
                           },
"collection_document":
{ Args: { "p_collection": string,"p_project": string }; Returns: Json
                           },
"collection_list":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "agent_id": string,"allocated": Json,"amount": number,"approval_status": string,"bank_id": string,"cheque_bank": string,"cheque_date": string,"cheque_no": string,"cheque_state": string,"collection_type": string,"collector_id": string,"cr_no": string,"created_by": string,"customer_id": string,"customer_name": string,"date_collected": string,"drr_no": string,"id": string,"part_count": number,"part_no": number,"receipt_id": string,"reversed": number,"store_name": string,"unapplied": number,"version": number
            }[]
                           },
"collection_totals":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "all_cancelled_receipts": number,"all_pending_receipts": number,"all_receipts": number,"approved": number,"cancelled": number,"cancelled_receipts": number,"collection_type": string,"pending": number,"pending_receipts": number,"receipts": number,"returned": number
            }[]
                           },
"complete_job":
{ Args: { "p_job": string,"p_result": string }; Returns: Json
                           },
"complete_setup":
{ Args: { "p_code_hash": string,"p_display_name": string,"p_email": string,"p_user": string }; Returns: Json
                           },
"confirm_payee_account":
{ Args: { "p_idempotency_key": string,"p_payee": string,"p_project": string,"p_version": number }; Returns: Json
                           },
"create_bad_order":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_record": Json }; Returns: Json
                           },
"create_booking":
{ Args: { "p_booking": Json,"p_idempotency_key": string,"p_project": string }; Returns: Json
                           },
"create_memo":
{ Args: { "p_idempotency_key": string,"p_memo": Json,"p_project": string }; Returns: Json
                           },
"create_project":
{ Args: { "p_details": Json,"p_idempotency_key": string,"p_project": string }; Returns: Json
                           },
"create_purchase":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_purchase": Json }; Returns: Json
                           },
"create_sample":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_sample": string }; Returns: Json
                           },
"create_voucher":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_voucher": Json }; Returns: Json
                           },
"create_warehouse_request":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_request": Json }; Returns: Json
                           },
"current_identity":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"customer_duplicates":
{ Args: { "p_candidates": Json,"p_project": string }; Returns: {
              "agent_id": string,"approval_status": string,"area": string,"candidate": string,"id": string,"name": string,"name_similarity": number,"same_taxpayer": boolean,"same_tin": boolean,"store_name": string,"tin_no": string
            }[]
                           },
"customer_list":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "agent_id": string,"agent_name": string,"approval_status": string,"area": string,"business_style": string,"created_by": string,"credit_left": number,"credit_line": number,"date_added": string,"exposure": number,"id": string,"name": string,"sort_key": string,"store_name": string,"terms_days": number,"tin_no": string
            }[]
                           },
"customer_page":
{ Args: { "p_customer": string,"p_project": string }; Returns: Json
                           },
"customer_position":
{ Args: { "p_customer": string,"p_project": string }; Returns: {
              "cleared_balance": number,"collectibles": number,"credit_left": number,"credit_line": number,"exposure": number,"unapplied": number,"uncleared": number
            }[]
                           },
"customer_statement":
{ Args: { "p_customer": string,"p_filters"?: Json,"p_project": string }; Returns: Json
                           },
"customer_statements":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "address": string,"customer_id": string,"customers": number,"name": string,"row_key": string,"statement": Json,"store_name": string,"terms_days": number,"tin_no": string
            }[]
                           },
"customer_totals":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "customers": number,"exposure": number,"over_limit": number,"pending": number
            }[]
                           },
"deactivate_customer":
{ Args: { "p_active"?: boolean,"p_customer": string,"p_idempotency_key": string,"p_project": string,"p_reason": string,"p_version": number }; Returns: Json
                           },
"decide_customer":
{ Args: { "p_credit_line"?: number,"p_customer": string,"p_decision": string,"p_idempotency_key": string,"p_project": string,"p_reason"?: string,"p_terms_days"?: number,"p_version": number }; Returns: Json
                           },
"decide_field_act":
{ Args: { "p_act": string,"p_decision": Json,"p_idempotency_key": string,"p_project": string,"p_version": number }; Returns: Json
                           },
"decide_product_edit":
{ Args: { "p_decision": string,"p_idempotency_key": string,"p_note"?: string,"p_project": string,"p_request": string,"p_version": number }; Returns: Json
                           },
"decide_warehouse_request":
{ Args: { "p_date"?: string,"p_decision": string,"p_idempotency_key": string,"p_note"?: string,"p_project": string,"p_request": string,"p_version": number }; Returns: Json
                           },
"deliver_booking":
{ Args: { "p_booking": string,"p_date": string,"p_idempotency_key": string,"p_lines"?: Json,"p_project": string,"p_version": number }; Returns: Json
                           },
"delivery_list":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "agent_id": string,"agent_name": string,"amount": number,"area": string,"booking_id": string,"bookings": number,"customer_name": string,"date_added": string,"deliver_to": string,"dr_no": string,"invoice_no": string,"level": string,"on_hold": boolean,"products": number,"row_key": string,"so_no": string,"store_name": string,"version": number
            }[]
                           },
"delivery_receipt":
{ Args: { "p_booking": string,"p_no"?: string,"p_on"?: string,"p_project": string }; Returns: Json
                           },
"deposit_cheque":
{ Args: { "p_deposit": Json,"p_idempotency_key": string,"p_project": string }; Returns: Json
                           },
"deposit_list":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "account_no": string,"all_cash": number,"all_cheques": number,"all_slips": number,"bank": string,"cash": number,"cheque_amount": number,"cheques": number,"deposited_on": string,"id": string,"returned": number,"slip_no": string,"sort_key": string,"total": number,"waiting": number
            }[]
                           },
"deposit_slip":
{ Args: { "p_project": string,"p_slip": string }; Returns: Json
                           },
"detach_file":
{ Args: { "p_file": string,"p_idempotency_key": string,"p_project": string }; Returns: Json
                           },
"device_list":
{ Args: { "p_project": string }; Returns: {
              "app_version": string,"id": string,"lock_reason": string,"locked_at": string,"name": string,"person": string,"registered_at": string,"role": string,"seen_at": string,"user_id": string,"version": number,"waiting": number,"waiting_since": string
            }[]
                           },
"document_copies":
{ Args: { "p_kind": string,"p_numbers": (string)[],"p_project": string }; Returns: Json
                           },
"e_invoice":
{ Args: { "p_booking": string,"p_project": string }; Returns: Json
                           },
"e_memo":
{ Args: { "p_memo": string,"p_project": string }; Returns: Json
                           },
"end_browsers":
{ Args: { "p_browsers": (string)[],"p_job": string }; Returns: Json
                           },
"end_member_sessions":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_user": string }; Returns: Json
                           },
"end_my_sessions":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_session": string }; Returns: Json
                           },
"end_push":
{ Args: { "p_browser": string,"p_elsewhere"?: boolean }; Returns: Json
                           },
"end_shared_link":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_shared": string }; Returns: Json
                           },
"end_sign_in":
{ Args: { "p_attempt": string }; Returns: Json
                           },
"enter_stock_count":
{ Args: { "p_count": string,"p_idempotency_key": string,"p_lines": Json,"p_project": string,"p_submit"?: boolean,"p_version": number }; Returns: Json
                           },
"fail_job":
{ Args: { "p_error": string,"p_job": string }; Returns: Json
                           },
"field_act_list":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "counts_on": string,"customer": string,"device_no": number,"document_id": string,"document_no": string,"id": string,"kind": string,"made_at": string,"message": string,"person": string,"phone": string,"received_at": string,"sort_key": string,"state": string,"tries": number,"version": number
            }[]
                           },
"field_approvals":
{ Args: { "p_project": string }; Returns: {
              "agent": string,"below": Json,"credit_left": number,"customer": string,"customer_id": string,"id": string,"on_date": string,"remarks": string,"so_no": string,"total": number,"version": number
            }[]
                           },
"field_bought":
{ Args: { "p_project": string }; Returns: Json
                           },
"field_contact":
{ Args: { "p_contact": Json,"p_project": string }; Returns: Json
                           },
"field_month":
{ Args: { "p_project": string }; Returns: Json
                           },
"field_returns":
{ Args: { "p_project": string }; Returns: {
              "agent": string,"credit": number,"customer": string,"customer_id": string,"id": string,"lines": Json,"on_date": string,"reason": string,"request_no": string,"so_no": string,"version": number
            }[]
                           },
"field_snapshot":
{ Args: { "p_have"?: Json,"p_project": string }; Returns: Json
                           },
"field_team":
{ Args: { "p_project": string }; Returns: {
              "booked": number,"bookings": number,"collected": number,"person": string,"receipts": number,"seen_at": string,"skipped": number,"stops": number,"stops_done": number,"user_id": string,"visits": number,"waiting": number,"waiting_since": string
            }[]
                           },
"files_and_comments":
{ Args: { "p_all"?: boolean,"p_document": string,"p_kind": string,"p_project": string }; Returns: Json
                           },
"home_day":
{ Args: { "p_project": string }; Returns: Json
                           },
"home_overview":
{ Args: { "p_project": string }; Returns: Json
                           },
"import_bookings":
{ Args: { "p_check"?: boolean,"p_idempotency_key": string,"p_import": Json,"p_project": string }; Returns: Json
                           },
"import_customer_changes":
{ Args: { "p_check"?: boolean,"p_idempotency_key": string,"p_import": Json,"p_project": string }; Returns: Json
                           },
"import_customers":
{ Args: { "p_check"?: boolean,"p_idempotency_key": string,"p_import": Json,"p_project": string }; Returns: Json
                           },
"import_open_invoices":
{ Args: { "p_check"?: boolean,"p_idempotency_key": string,"p_import": Json,"p_project": string }; Returns: Json
                           },
"import_opening_stock":
{ Args: { "p_check"?: boolean,"p_idempotency_key": string,"p_import": Json,"p_project": string }; Returns: Json
                           },
"import_payees":
{ Args: { "p_check"?: boolean,"p_idempotency_key": string,"p_import": Json,"p_project": string }; Returns: Json
                           },
"import_product_changes":
{ Args: { "p_check"?: boolean,"p_idempotency_key": string,"p_import": Json,"p_project": string }; Returns: Json
                           },
"import_products":
{ Args: { "p_check"?: boolean,"p_idempotency_key": string,"p_import": Json,"p_project": string }; Returns: Json
                           },
"import_purchases":
{ Args: { "p_check"?: boolean,"p_idempotency_key": string,"p_import": Json,"p_project": string }; Returns: Json
                           },
"import_receipts":
{ Args: { "p_check"?: boolean,"p_idempotency_key": string,"p_import": Json,"p_project": string }; Returns: Json
                           },
"inbox":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "amount": number,"facts": Json,"id": string,"kind": string,"no": string,"party": string,"reason": string,"requested_at": string,"requested_by": string,"sort_key": string,"version": number
            }[]
                           },
"inbox_totals":
{ Args: { "p_project": string }; Returns: {
              "amount": number,"items": number,"kind": string,"mine": boolean,"oldest": string
            }[]
                           },
"inventory_actual":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "adjusted": number,"below_reorder": boolean,"case_config": number,"category1": string,"current_srp": number,"current_srp_pieces": number,"def_cost": number,"def_cost_pieces": number,"description": string,"ending": number,"liters_per_case": number,"litres": number,"material_code": string,"opening": number,"product_id": string,"products": number,"purchased": number,"returned": number,"sort_key": string,"supplier": string,"supplier_returned": number,"used": number
            }[]
                           },
"inventory_totals":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "available": number,"below_cost": number,"below_reorder": number,"cost_value": number,"litres": number,"on_hand": number,"products": number,"reserved": number,"srp_value": number
            }[]
                           },
"invitation_link":
{ Args: { "p_project": string,"p_user": string }; Returns: Json
                           },
"invited_person":
{ Args: { "p_token": string }; Returns: Json
                           },
"invoice_document":
{ Args: { "p_booking": string,"p_project": string }; Returns: Json
                           },
"invoice_duplicates":
{ Args: { "p_project": string,"p_series": string }; Returns: {
              "booking_id": string,"customer_name": string,"date_invoiced": string,"invoice_no": string,"serial": number,"so_no": string,"total": number
            }[]
                           },
"invoice_forms":
{ Args: { "p_bookings": (string)[],"p_project": string }; Returns: {
              "booking_id": string,"forms": number
            }[]
                           },
"invoice_gaps":
{ Args: { "p_before"?: number,"p_limit"?: number,"p_project": string,"p_series": string }; Returns: {
              "after_date": string,"after_no": string,"before_date": string,"before_no": string,"changed": number,"from_no": string,"from_serial": number,"missing": number,"to_no": string
            }[]
                           },
"invoice_queues":
{ Args: { "p_agent"?: string,"p_project": string }; Returns: {
              "bookings": number,"queue": string,"total": number
            }[]
                           },
"invoice_series_list":
{ Args: { "p_project": string }; Returns: {
              "duplicates": number,"first_no": string,"invoices": number,"last_date": string,"last_no": string,"missing": number,"next_no": string,"series": string
            }[]
                           },
"is_command_completed":
{ Args: { "p_idempotency_key": string,"p_project": string }; Returns: boolean
                           },
"issued_register":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "account_no": string,"amount": number,"bank": string,"bank_id": string,"cheque_date": string,"cheque_id": string,"cheque_no": string,"on_date": string,"payee_name": string,"reason": string,"released_on": string,"row_key": string,"state": string,"version": number,"voucher_id": string,"voucher_no": number
            }[]
                           },
"issued_totals":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "amount": number,"cheques": number,"tab": string
            }[]
                           },
"keep_paper":
{ Args: { "p_kept": Json }; Returns: Json
                           },
"last_purchase_prices":
{ Args: { "p_products": (string)[],"p_project": string }; Returns: {
              "cost": number,"cost_pieces": number,"date_added": string,"po_no": string,"prod_srp": number,"prod_srp_pieces": number,"product_id": string,"purchase_id": string
            }[]
                           },
"last_recipients":
{ Args: { "p_document": string,"p_paper": string,"p_project": string }; Returns: (string)[]
                           },
"lock_device":
{ Args: { "p_device": string,"p_idempotency_key": string,"p_locked": boolean,"p_project": string,"p_reason": string,"p_version": number }; Returns: Json
                           },
"mail_of_paper":
{ Args: { "p_job": string }; Returns: Json
                           },
"mail_of_report":
{ Args: { "p_job": string }; Returns: Json
                           },
"mailed_digest":
{ Args: { "p_job": string }; Returns: Json
                           },
"mailed_notifications":
{ Args: { "p_job": string,"p_kind": string }; Returns: Json
                           },
"mailed_report":
{ Args: { "p_filters": Json,"p_job": string,"p_read": string,"p_report": string }; Returns: Json
                           },
"mark_notifications_read":
{ Args: { "p_idempotency_key": string,"p_notification": string,"p_project": string }; Returns: Json
                           },
"mark_voucher_printed":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_version": number,"p_voucher": string }; Returns: Json
                           },
"memo_document":
{ Args: { "p_memo": string,"p_project": string }; Returns: Json
                           },
"memo_list":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "amount": number,"approved_by": string,"booking_id": string,"credit_vat": number,"credits": number,"customer_id": string,"customer_name": string,"debits": number,"id": string,"invoice_no": string,"kind": string,"made_by": string,"memo_no": string,"memos": number,"mine": boolean,"note": string,"on_date": string,"reason": string,"so_no": string,"sort_key": string,"status": string,"store_name": string,"vat_amount": number,"version": number
            }[]
                           },
"merge_customers":
{ Args: { "p_customer": string,"p_idempotency_key": string,"p_into": string,"p_project": string,"p_reason": string,"p_version": number }; Returns: Json
                           },
"merge_products":
{ Args: { "p_idempotency_key": string,"p_into": string,"p_product": string,"p_project": string,"p_version": number }; Returns: Json
                           },
"merge_suppliers":
{ Args: { "p_idempotency_key": string,"p_into": string,"p_project": string,"p_supplier": string,"p_version": number }; Returns: Json
                           },
"my_sessions":
{ Args: Record<PropertyKey, never>; Returns: {
              "address": string,"current": boolean,"device": string,"id": string,"last_used_at": string,"started_at": string
            }[]
                           },
"names_in_filters":
{ Args: { "p_filters": Json,"p_project": string }; Returns: Json
                           },
"needs_setup":
{ Args: Record<PropertyKey, never>; Returns: boolean
                           },
"next_cr_no":
{ Args: { "p_project": string }; Returns: string
                           },
"next_invoice_no":
{ Args: { "p_project": string }; Returns: string
                           },
"next_po_no":
{ Args: { "p_project": string }; Returns: string
                           },
"notification_settings":
{ Args: { "p_project": string }; Returns: {
              "by_mail": boolean,"by_push": boolean,"in_app": boolean,"kind": string
            }[]
                           },
"offer_setup":
{ Args: { "p_anew": boolean,"p_code_hash": string }; Returns: boolean
                           },
"open_invitation":
{ Args: { "p_token": string }; Returns: Json
                           },
"open_shared_paper":
{ Args: { "p_address": string,"p_token": string }; Returns: Json
                           },
"open_stock_count":
{ Args: { "p_count": Json,"p_idempotency_key": string,"p_project": string }; Returns: Json
                           },
"pause_report_schedule":
{ Args: { "p_idempotency_key": string,"p_paused": boolean,"p_project": string,"p_schedule": string }; Returns: Json
                           },
"pay_back_collection":
{ Args: { "p_collection": string,"p_idempotency_key": string,"p_payment": Json,"p_project": string,"p_version": number }; Returns: Json
                           },
"pick_list":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "bookings": number,"case_config": number,"category1": string,"description": string,"material_code": string,"on_hand": number,"pieces": number,"product_id": string,"unit_of_measure": string
            }[]
                           },
"places_of_visits":
{ Args: { "p_project": string,"p_visits": (string)[] }; Returns: {
              "accuracy": number,"act": string,"latitude": number,"longitude": number,"visit_id": string
            }[]
                           },
"portal_collections":
{ Args: { "p_filters": Json,"p_project": string }; Returns: Json
                           },
"portal_day":
{ Args: { "p_filters": Json,"p_project": string }; Returns: Json
                           },
"portal_reach":
{ Args: { "p_filters": Json,"p_project": string }; Returns: Json
                           },
"portal_sales":
{ Args: { "p_filters": Json,"p_project": string }; Returns: Json
                           },
"post_stock_count":
{ Args: { "p_count": string,"p_idempotency_key": string,"p_project": string,"p_reason": string,"p_version": number }; Returns: Json
                           },
"print_documents":
{ Args: { "p_idempotency_key": string,"p_kind": string,"p_numbers": (string)[],"p_project": string }; Returns: Json
                           },
"print_issued_cheque":
{ Args: { "p_cheque": string,"p_idempotency_key": string,"p_project": string,"p_version": number }; Returns: Json
                           },
"print_report":
{ Args: { "p_idempotency_key": string,"p_print": Json,"p_project": string }; Returns: Json
                           },
"product_costs":
{ Args: { "p_products"?: (string)[],"p_project": string }; Returns: {
              "def_cost": number,"def_cost_pieces": number,"product_id": string,"supplier": string
            }[]
                           },
"product_edit_effects":
{ Args: { "p_project": string }; Returns: {
              "available": number,"live_srp": number,"live_srp_pieces": number,"on_hand": number,"on_hand_then": number,"open_bookings": number,"purchase_total_now": number,"purchase_total_then": number,"request_id": string,"srp_value_now": number,"srp_value_then": number
            }[]
                           },
"product_ledger":
{ Args: { "p_filters"?: Json,"p_product": string,"p_project": string }; Returns: {
              "balance": number,"created_at": string,"created_by": string,"document": string,"id": number,"kind": string,"on_date": string,"quantity": number,"source_id": string,"source_table": string,"stock_state": string
            }[]
                           },
"product_list":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "available": number,"below_cost": boolean,"below_reorder": boolean,"case_config": number,"category1": string,"category2": string,"category3": string,"current_srp": number,"current_srp_pieces": number,"def_cost": number,"def_cost_pieces": number,"def_srp": number,"def_srp_pieces": number,"description": string,"id": string,"liters_per_case": number,"material_code": string,"on_hand": number,"price_unit": string,"reorder_level": number,"reserved": number,"selected_color": string,"sort_key": string,"status": string,"supplier": string,"unit_of_measure": string
            }[]
                           },
"project_details":
{ Args: { "p_project": string }; Returns: Json
                           },
"project_list":
{ Args: { "p_filters"?: Json }; Returns: {
              "currency": string,"id": string,"matches": number,"name": string,"owner_email": string,"owner_name": string,"sort_key": string,"status": string,"time_zone": string
            }[]
                           },
"proposed_prices":
{ Args: { "p_customer": string,"p_on": string,"p_products": Json,"p_project": string }; Returns: {
              "agent_srp": number,"agent_srp_pieces": number,"available": number,"case_config": number,"description": string,"floor": number,"list_name": string,"price_list_id": string,"price_unit": string,"product_id": string,"valid_from": string,"vat_on_top": number
            }[]
                           },
"provision_member":
{ Args: { "p_idempotency_key": string,"p_member": Json,"p_project": string }; Returns: Json
                           },
"purchase_duplicates":
{ Args: { "p_invoice_no": string,"p_po_no": string,"p_project": string }; Returns: {
              "date_added": string,"id": string,"invoice_no": string,"kind": string,"po_no": string,"supplier": string
            }[]
                           },
"purchase_list":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "date_added": string,"delivery_date": string,"id": string,"invoice_date": string,"invoice_no": string,"kind": string,"line_count": number,"po_no": string,"sort_key": string,"status": string,"supplier": string,"total_cost": number
            }[]
                           },
"purchase_totals":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "cancelled": number,"cancelled_cost": number,"net": number,"purchases": number,"records": number,"returns_in": number,"supplier_returns": number
            }[]
                           },
"readers_of_report":
{ Args: { "p_project": string,"p_report": string }; Returns: {
              "display_name": string,"user_id": string
            }[]
                           },
"receipt_list":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "agent_id": string,"allocated": Json,"amount": number,"approval_status": string,"collector_id": string,"cr_no": string,"created_by": string,"customer_id": string,"customer_name": string,"date_collected": string,"drr_no": string,"id": string,"parts": Json,"sort_key": string,"unapplied": number,"version": number
            }[]
                           },
"receive_remittance":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_remittance": Json }; Returns: Json
                           },
"record_bank_balance":
{ Args: { "p_balance": Json,"p_idempotency_key": string,"p_project": string }; Returns: Json
                           },
"record_collection":
{ Args: { "p_collection": Json,"p_idempotency_key": string,"p_project": string }; Returns: Json
                           },
"record_receipt":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_receipt": Json }; Returns: Json
                           },
"record_session":
{ Args: { "p_address": string,"p_browser"?: string,"p_device": string }; Returns: Json
                           },
"record_visit":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_visit": Json }; Returns: Json
                           },
"recorded_migrations":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"release_issued_cheque":
{ Args: { "p_cheque": string,"p_date": string,"p_idempotency_key": string,"p_project": string,"p_version": number }; Returns: Json
                           },
"release_voucher":
{ Args: { "p_date"?: string,"p_idempotency_key": string,"p_project": string,"p_releaser": string,"p_version": number,"p_voucher": string }; Returns: Json
                           },
"remittance_list":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "cash_counted": number,"cash_expected": number,"cheques": number,"collector_id": string,"collector_name": string,"drr_no": string,"id": string,"others": number,"receipts": number,"remitted_on": string,"sort_key": string,"status": string,"variance": number
            }[]
                           },
"remittance_totals":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "cancelled": number,"cash_counted": number,"cash_expected": number,"cheques": number,"others": number,"remittances": number,"variance": number
            }[]
                           },
"remove_comment":
{ Args: { "p_comment": string,"p_idempotency_key": string,"p_project": string }; Returns: Json
                           },
"remove_project":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_status"?: string }; Returns: Json
                           },
"remove_push_subscription":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_subscription": string }; Returns: Json
                           },
"remove_report_schedule":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_schedule": string }; Returns: Json
                           },
"remove_report_view":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_view": string }; Returns: Json
                           },
"remove_sample":
{ Args: { "p_idempotency_key": string,"p_project": string }; Returns: Json
                           },
"renumber_deposit_slip":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_reason": string,"p_slip": string,"p_slip_no": string,"p_version": number }; Returns: Json
                           },
"reopen_invitation":
{ Args: { "p_token": string }; Returns: boolean
                           },
"reopen_period":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_reason": string,"p_through": string }; Returns: Json
                           },
"replace_cheque":
{ Args: { "p_collection": string,"p_idempotency_key": string,"p_project": string,"p_receipt": Json,"p_version": number }; Returns: Json
                           },
"replace_issued_cheque":
{ Args: { "p_cheque": string,"p_idempotency_key": string,"p_next": Json,"p_project": string,"p_version": number }; Returns: Json
                           },
"report_ar":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "age_days": number,"agent_id": string,"balance": number,"booking_id": string,"cleared_balance": number,"customer_id": string,"doc_date": string,"document_id": string,"documents": number,"due_date": string,"figures": Json,"level": string,"overdue": number,"row_key": string,"row_kind": string
            }[]
                           },
"report_collection":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "agent_id": string,"agent_name": string,"collected": number,"collection_id": string,"customer_id": string,"customer_name": string,"figures": Json,"kind": string,"level": string,"listed": number,"on_date": string,"receipts": number,"row_key": string,"store_name": string
            }[]
                           },
"report_customer_masterlist":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "agent_id": string,"approval_status": string,"area": string,"collectibles": number,"credit_left": number,"customer_id": string,"customers": number,"date_added": string,"figures": Json,"last_order": string,"level": string,"manager_id": string,"name": string,"orders": number,"row_key": string
            }[]
                           },
"report_delivery":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "age_group": number,"agent_id": string,"amount": number,"booking_id": string,"customer_id": string,"figures": Json,"level": string,"lines": number,"month": string,"on_date": string,"open_amount": number,"pieces": number,"product_id": string,"row_key": string,"so_no": string
            }[]
                           },
"report_expenses":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "amount": number,"category": string,"classification": string,"cost_center_id": string,"figures": Json,"level": string,"line_no": number,"lines": number,"month": string,"on_date": string,"payee_id": string,"row_key": string,"status": string,"voucher_id": string,"voucher_no": number
            }[]
                           },
"report_inventory":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "category1": string,"category2": string,"category3": string,"cost_value": number,"ending": number,"figures": Json,"level": string,"material_code": string,"product_id": string,"purchased": number,"reserved": number,"row_key": string,"srp_value": number,"supplier": string,"used": number
            }[]
                           },
"report_invoice":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "agent_id": string,"balance": number,"booking_id": string,"customer_id": string,"figures": Json,"gross": number,"invoice_no": string,"kind": string,"level": string,"listed": number,"month": string,"net": number,"on_date": string,"row_key": string,"so_no": string
            }[]
                           },
"report_journal":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "account": string,"account_code": string,"account_name": string,"credit": number,"debit": number,"document_id": string,"document_kind": string,"document_no": string,"entry_no": string,"figures": Json,"level": string,"on_date": string,"party": string,"row_key": string,"what": string
            }[]
                           },
"report_penetration_report":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "agent_id": string,"agent_name": string,"customer_id": string,"customer_name": string,"figures": Json,"item": string,"level": string,"manager_id": string,"manager_name": string,"material_code": string,"product_id": string,"row_key": string,"store_name": string
            }[]
                           },
"report_purchase":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "amount": number,"figures": Json,"kind": string,"level": string,"line_no": number,"lines": number,"month": string,"on_date": string,"po_no": string,"product_id": string,"purchase_id": string,"quantity": number,"returns_in": number,"row_key": string,"supplier": string
            }[]
                           },
"report_sales":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "agent_id": string,"agent_name": string,"booking_id": string,"customer_id": string,"customer_name": string,"figures": Json,"item": string,"level": string,"manager_id": string,"manager_name": string,"month": string,"on_date": string,"product_id": string,"row_key": string,"store_name": string
            }[]
                           },
"report_sales_customerspecific":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "agent_id": string,"agent_name": string,"category": string,"customer_id": string,"customer_name": string,"days_since": number,"figures": Json,"first_order": string,"last_order": string,"level": string,"material_code": string,"product": string,"product_id": string,"row_key": string,"store_name": string
            }[]
                           },
"report_trial_balance":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "account": string,"account_code": string,"account_name": string,"accounts": number,"closing": number,"credit": number,"credit_balance": number,"debit": number,"debit_balance": number,"level": string,"opening": number,"part_name": string,"parts": number,"row_key": string,"type": string
            }[]
                           },
"report_vat":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "bought": number,"document_id": string,"document_kind": string,"document_no": string,"figures": Json,"input_vat": number,"level": string,"memos_vat": number,"month": string,"net": number,"on_date": string,"output_vat": number,"payable": number,"row_key": string,"tax": number
            }[]
                           },
"report_visits":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "agent_id": string,"customer_id": string,"figures": Json,"level": string,"on_date": string,"ordered": number,"planned": number,"row_key": string,"visited": number
            }[]
                           },
"reprice_list":
{ Args: { "p_change": Json,"p_idempotency_key": string,"p_list": string,"p_project": string,"p_version": number }; Returns: Json
                           },
"request_customer":
{ Args: { "p_customer": Json,"p_idempotency_key": string,"p_project": string }; Returns: Json
                           },
"request_product_edit":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_request": Json }; Returns: Json
                           },
"return_booklet":
{ Args: { "p_booklet": string,"p_idempotency_key": string,"p_project": string,"p_reason": string,"p_version": number }; Returns: Json
                           },
"return_cheque":
{ Args: { "p_collection": string,"p_date": string,"p_idempotency_key": string,"p_project": string,"p_reason": string,"p_version": number }; Returns: Json
                           },
"reverse_cash_deposit":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_reason": string,"p_slip": string }; Returns: Json
                           },
"route_days":
{ Args: { "p_project": string }; Returns: {
              "agent_id": string,"stops": number,"weekday": number
            }[]
                           },
"route_of":
{ Args: { "p_agent": string,"p_project": string,"p_weekday": number }; Returns: Json
                           },
"rows_of_report":
{ Args: { "p_filters"?: Json,"p_project": string,"p_report": string }; Returns: string
                           },
"run_job":
{ Args: { "p_job": string }; Returns: Json
                           },
"save_account":
{ Args: { "p_account": string,"p_idempotency_key": string,"p_project": string,"p_values": Json,"p_version": number }; Returns: Json
                           },
"save_customer_group":
{ Args: { "p_details": Json,"p_group": string,"p_idempotency_key": string,"p_project": string,"p_version": number }; Returns: Json
                           },
"save_notification_settings":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_settings": Json }; Returns: Json
                           },
"save_price_list":
{ Args: { "p_details": Json,"p_idempotency_key": string,"p_list": string,"p_project": string,"p_version": number }; Returns: Json
                           },
"save_push_subscription":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_subscription": Json }; Returns: Json
                           },
"save_report_schedule":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_schedule": Json }; Returns: Json
                           },
"save_report_view":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_view": Json }; Returns: Json
                           },
"save_route":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_route": Json }; Returns: Json
                           },
"scheduled_reports":
{ Args: { "p_project": string }; Returns: {
              "author": string,"hour": number,"id": string,"mails": Json,"may_pause": boolean,"mine": boolean,"month_day": number,"next_at": string,"paused": boolean,"report": string,"rhythm": string,"search": string,"view_name": string,"weekday": number
            }[]
                           },
"search_documents":
{ Args: { "p_each"?: number,"p_project": string,"p_query": string }; Returns: {
              "amount": number,"detail": string,"id": string,"kind": string,"label": string,"on_date": string,"state": string
            }[]
                           },
"send_back_stock_count":
{ Args: { "p_count": string,"p_idempotency_key": string,"p_project": string,"p_reason": string,"p_version": number }; Returns: Json
                           },
"send_field_act":
{ Args: { "p_act": Json,"p_project": string }; Returns: Json
                           },
"set_agent_targets":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_targets": Json }; Returns: Json
                           },
"set_approval_limit":
{ Args: { "p_idempotency_key": string,"p_limit": number,"p_project": string,"p_user": string }; Returns: Json
                           },
"set_booking_dates":
{ Args: { "p_booking": string,"p_dates": Json,"p_idempotency_key": string,"p_project": string,"p_reason": string,"p_version": number }; Returns: Json
                           },
"set_collection_bank":
{ Args: { "p_bank": string,"p_collection": string,"p_idempotency_key": string,"p_project": string,"p_version": number }; Returns: Json
                           },
"set_credit_line":
{ Args: { "p_credit_line": number,"p_customer": string,"p_idempotency_key": string,"p_project": string,"p_terms_days": number,"p_version": number }; Returns: Json
                           },
"set_customer_prices":
{ Args: { "p_customer": string,"p_details": Json,"p_idempotency_key": string,"p_project": string,"p_version": number }; Returns: Json
                           },
"set_invoice":
{ Args: { "p_booking": string,"p_date": string,"p_idempotency_key": string,"p_invoice_no": string,"p_project": string,"p_reason"?: string,"p_version": number }; Returns: Json
                           },
"set_invoices":
{ Args: { "p_batch": Json,"p_idempotency_key": string,"p_project": string }; Returns: Json
                           },
"set_member_status":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_status": string,"p_user": string }; Returns: Json
                           },
"set_platform_admin":
{ Args: { "p_display_name": string,"p_email": string,"p_user": string }; Returns: Json
                           },
"set_price_list_items":
{ Args: { "p_idempotency_key": string,"p_items": Json,"p_list": string,"p_project": string,"p_version": number }; Returns: Json
                           },
"settings_as_of":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: Json
                           },
"share_by_link":
{ Args: { "p_days": number,"p_idempotency_key": string,"p_kept": string,"p_project": string }; Returns: Json
                           },
"share_by_mail":
{ Args: { "p_idempotency_key": string,"p_kept": string,"p_mail": Json,"p_project": string }; Returns: Json
                           },
"shared_of_document":
{ Args: { "p_document": string,"p_paper": string,"p_project": string }; Returns: {
              "at": string,"by_name": string,"ended_at": string,"id": string,"last_opened_at": string,"mail_result": string,"may_end": boolean,"opens": number,"recipients": (string)[],"subject": string,"title": string,"until": string,"way": string
            }[]
                           },
"stale_issued_cheque":
{ Args: { "p_cheque": string,"p_date"?: string,"p_idempotency_key": string,"p_project": string,"p_version": number }; Returns: Json
                           },
"stock_count_sheet":
{ Args: { "p_count": string,"p_filters"?: Json,"p_project": string }; Returns: {
              "case_config": number,"category1": string,"cost_value": number,"counted": number,"description": string,"expected": number,"material_code": string,"on_hand": number,"product_id": string,"sort_key": string,"stock_state": string,"unit_srp": number,"unit_srp_pieces": number,"variance": number
            }[]
                           },
"stock_count_totals":
{ Args: { "p_counts": (string)[],"p_project": string }; Returns: {
              "cost_value": number,"count_id": string,"counted": number,"differing": number,"lines": number,"missing": number,"srp_value": number,"surplus": number
            }[]
                           },
"take_act_file":
{ Args: { "p_file": Json,"p_idempotency_key": string,"p_project": string }; Returns: Json
                           },
"targets_by_month":
{ Args: { "p_filters": Json,"p_project": string }; Returns: {
              "collections": number,"month": string,"sales": number
            }[]
                           },
"targets_of_month":
{ Args: { "p_month": string,"p_project": string }; Returns: {
              "active": boolean,"agent_id": string,"agent_name": string,"collections": number,"from_month": string,"sales": number
            }[]
                           },
"tax_files":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "amount": string,"content": string,"found": number,"id": string,"kind": string,"made": string,"name": string,"number": string,"on_date": string,"sha256": string,"sort_key": string
            }[]
                           },
"tax_readiness":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "found": number,"id": string,"items": (string)[],"kind": string,"name": string,"no": string,"on_date": string,"sort_key": string
            }[]
                           },
"transfer_customers":
{ Args: { "p_idempotency_key": string,"p_project": string,"p_transfer": Json }; Returns: Json
                           },
"transfer_preview":
{ Args: { "p_customers": Json,"p_project": string }; Returns: {
              "agent_id": string,"collectibles": number,"customer_id": string,"name": string,"pending": number,"pending_total": number,"since": string,"store_name": string,"uncleared": number
            }[]
                           },
"treasury_days":
{ Args: { "p_days"?: number,"p_project": string }; Returns: {
              "amount_in": number,"amount_out": number,"bank_id": string,"cheques_in": number,"cheques_out": number,"on_date": string
            }[]
                           },
"try_setup_code":
{ Args: { "p_code_hash": string }; Returns: boolean
                           },
"uncleared_customers":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "all_customers": number,"all_deposited": number,"all_on_hand": number,"amount": number,"cheques": number,"customer_id": string,"customer_name": string,"deposited": number,"next_date": string,"on_hand": number,"row_key": string,"store_name": string
            }[]
                           },
"undo_import":
{ Args: { "p_idempotency_key": string,"p_import": string,"p_project": string,"p_version": number }; Returns: Json
                           },
"unread_notifications":
{ Args: { "p_project": string }; Returns: number
                           },
"unremitted":
{ Args: { "p_project": string }; Returns: {
              "cash": number,"cheques": number,"collector_id": string,"collector_name": string,"oldest_on": string,"receipts": number
            }[]
                           },
"unremitted_receipts":
{ Args: { "p_collector": string,"p_project": string }; Returns: {
              "amount": number,"approval_status": string,"cheque_bank": string,"cheque_date": string,"cheque_no": string,"cheque_state": string,"collection_id": string,"collection_type": string,"cr_no": string,"customer_id": string,"customer_name": string,"date_collected": string,"drr_no": string,"receipt_id": string
            }[]
                           },
"unverified_people":
{ Args: { "p_among": Json }; Returns: Json
                           },
"update_booking":
{ Args: { "p_booking": string,"p_details": Json,"p_idempotency_key": string,"p_project": string,"p_version": number }; Returns: Json
                           },
"update_customer_tax":
{ Args: { "p_business_style": string,"p_customer": string,"p_idempotency_key": string,"p_project": string,"p_tin_no": string,"p_vat_class"?: string,"p_version": number }; Returns: Json
                           },
"update_member":
{ Args: { "p_idempotency_key": string,"p_member": Json,"p_project": string,"p_version": number }; Returns: Json
                           },
"update_project":
{ Args: { "p_details": Json,"p_idempotency_key": string,"p_project": string,"p_version": number }; Returns: Json
                           },
"update_voucher":
{ Args: { "p_details": Json,"p_idempotency_key": string,"p_project": string,"p_version": number,"p_voucher": string }; Returns: Json
                           },
"validate_booking":
{ Args: { "p_booking": string,"p_idempotency_key": string,"p_override_reason"?: string,"p_project": string,"p_version": number }; Returns: Json
                           },
"validation_checks":
{ Args: { "p_bookings": (string)[],"p_project": string }; Returns: {
              "below_floor": (string)[],"booking_id": string,"by_another": string,"credit_left": number,"other_prices": (string)[],"over_by": number,"short": (string)[]
            }[]
                           },
"verify_books":
{ Args: { "p_part"?: number,"p_project": string }; Returns: {
              "area": string,"check_key": string,"examples": Json,"rule": string,"violations": number
            }[]
                           },
"void_issued_cheque":
{ Args: { "p_cheque": string,"p_idempotency_key": string,"p_project": string,"p_version": number,"p_void": Json }; Returns: Json
                           },
"voucher_duplicates":
{ Args: { "p_exclude"?: string,"p_invoice_no": string,"p_payee": string,"p_project": string }; Returns: {
              "date_added": string,"id": string,"invoice_no": string,"pay_to": string,"status": string,"total": number,"voucher_no": number
            }[]
                           },
"voucher_list":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "approved_at": string,"category": string,"cheque_bank": string,"cheque_no": string,"classification": string,"date_added": string,"date_released": string,"general_description": string,"id": string,"invoice_no": string,"mode_of_payment": string,"pay_to": string,"sort_key": string,"status": string,"total": number,"voucher_no": number
            }[]
                           },
"voucher_totals":
{ Args: { "p_filters"?: Json,"p_project": string }; Returns: {
              "status": string,"total": number,"vouchers": number
            }[]
                           },
"work_due":
{ Args: { "p_project": string }; Returns: {
              "amount": number,"items": number,"oldest": string,"task": string
            }[]
                           }
          }
          Enums: {
            [_ in never]: never
          }
          CompositeTypes: {
            [_ in never]: never
          }
        }
}

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
  ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
      Row: infer R
    }
    ? R
    : never
  : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Insert: infer I
    }
    ? I
    : never
  : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Update: infer U
    }
    ? U
    : never
  : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never = never
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
  ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
  : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never = never
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
  ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
  : never

export const Constants = {
  "public": {
          Enums: {
            
          }
        }
} as const
