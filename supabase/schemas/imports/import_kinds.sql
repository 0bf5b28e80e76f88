-- The kinds of imports, and their commands.

select private.add_import_kind('products', 'products.write');
select private.add_import_kind('product_changes', 'products.write', p_changes => true);
select private.add_import_kind('customers', 'customers.decide');
select private.add_import_kind('open_invoices', 'customers.decide');
select private.add_import_kind('customer_changes', 'customers.decide', p_changes => true);
select private.add_import_kind('opening_stock', 'purchases.write');
select private.add_import_kind('purchases', 'purchases.write', p_tries => true);
select private.add_import_kind('bookings', 'bookings.write', p_tries => true);
select private.add_import_kind('receipts', 'collections.record', p_tries => true);
select private.add_import_kind('payees', 'masters.write');

comment on function public.import_products is
  'Adds products from a sheet, all or none. Cells: description, material_code, supplier, category1, category2, category3, '
  'unit_of_measure, case_config, liters_per_case, def_cost and def_srp (100/pc for a piece, 100/cs for a case, 100/12 for twelve pieces; '
  '1234.50 in the price unit), price_unit (piece or case; piece when empty), vat_class (vatable when empty), selected_color, '
  'reorder_level. p_import: {file_name, rows}, all cells texts, at most 10,000 rows. Answers {rows, errors: [{row (from 1), field, '
  'message}]}; with errors, or p_check, nothing is written, otherwise the answer has id and version of the import too. Errors: 42501, '
  '22023 rows.';
comment on function public.import_product_changes is
  'Changes products that are there, all or none. Cells: material_code, which names the product, and those of import_products, and status '
  '(active, inactive). An empty cell changes nothing, - empties the supplier, a category, the color or the reorder level. Live prices '
  'stay. p_import and answer: as of import_products, with changes: [{row, field, old, new}] and seen, which p_import.seen may name again: '
  'the import is then refused (stale_version) when somebody changed a row since.';
comment on function public.import_customers is
  'Imports approved customers with their opening receivables from a sheet, all or none. Cells: name, store_name, tin_no, business_style, '
  'vat_class (vatable when empty), agent (name or e-mail), area, address, contact, credit_line (empty = no limit), terms_days, '
  'invoice_no, invoice_date, due_date (empty: after the terms), opening_date (from when on it counts in these books; empty: from its '
  'invoice date on), amount (still owed); further rows of the same name are further open invoices of that customer. Credit lines are not '
  'held against what was owed before. p_import and answer: as of import_products.';
comment on function public.import_open_invoices is
  'Imports invoices that customers owe from before, all or none. Cells: customer (the name of an approved customer), invoice_no, '
  'invoice_date, due_date (empty: after the customer''s terms), opening_date (from when on it counts in these books; empty: from its '
  'invoice date on), amount (still owed). Each counts against opening balances; it is neither an order nor a sale. p_import and answer: '
  'as of import_products.';
comment on function public.import_customer_changes is
  'Changes customers who are there, all or none. Cells: customer (the name, which stays), store_name, tin_no, business_style, vat_class, '
  'area, address, contact, credit_line (- = no limit), terms_days. An empty cell changes nothing, - empties a column. Credit and tax '
  'changes go into the finance trail. p_import and answer: as of import_product_changes.';
comment on function public.import_opening_stock is
  'Posts the stock that products have from before, with what it cost, all or none. Cells: material_code, quantity (pieces, or '
  '10 cs + 5 pc), cost (5.25 for a piece, 624/cs for a case, 624/12 for twelve pieces), on_date (the opening date); only products that '
  'have not moved yet. Posted to the stock ledger on its date against the account of opening balances. p_import and answer: as of '
  'import_products.';
comment on function public.import_purchases is
  'Records purchases from a sheet, all or none; rows of one po_no are one record. Cells: po_no, supplier, invoice_no, date_added, '
  'invoice_date, delivery_date, with_vat (yes: the supplier''s invoice shows VAT; no when empty; these in the first row of a record), '
  'vat_class (of with_vat: the product''s when empty), material_code, quantity (pieces, or 10 cs + 5 pc), cost and prod_srp '
  '(1234.50, 100/cs, 100/12; without a unit in the product''s price unit). Each is posted as create_purchase does it. p_import and '
  'answer: as of import_products.';
comment on function public.import_bookings is
  'Enters open orders as pending bookings from a sheet, all or none; rows of one order_no are one booking. Cells: order_no (of the former '
  'system, kept in the remarks), customer (the name of an approved customer), date_added (in the first row of an order), material_code, '
  'quantity (pieces, or 10 cs + 5 pc), agent_srp (1234.50, 100/cs, 100/12; without a unit in the product''s price unit; free: free goods '
  'with the last paid line before them), discount_percent (of the price) and discount_amount (off the line). Each is entered as '
  'create_booking does it. p_import and answer: as of import_products.';
comment on function public.import_receipts is
  'Records receipts and post-dated cheques from a sheet, all or none; rows of one cr_no are one receipt, equal means in it are one part. '
  'Cells: cr_no, customer (the name of an approved customer), date_collected (the opening date for cheques that are on hand then), drr_no '
  '(in the first row of a receipt), amount, means (cash, cheque, bank transfer, withholding), cheque_bank, cheque_no, cheque_date, '
  'account (of a transfer: the number of our own account), reference_no, invoice_no (what it pays; when no row of a receipt names one, '
  'the oldest that the other receipts of the sheet leave). Each is recorded as record_receipt does it, pending. p_import and answer: as '
  'of import_products.';
comment on function public.import_payees is
  'Adds suppliers and other payees from a sheet, all or none. Cells: fname, account_no. An account number is confirmed by a second person '
  'as one that was typed. p_import and answer: as of import_products.';
