-- Posts the sales ledger, and what this version keeps beside the rows of the data set.

insert into public.sales_entries (project_id, on_date, kind, booking_id, line_id, product_id, customer_id, agent_id, case_config, pieces, amount, vat_amount, vat_class,
  cost, further, further_month, category1, category2, category3, posted_at, memo_id)
select s.project_id, s.on_date, s.kind, s.booking_id, s.line_id, s.product_id, s.customer_id, s.agent_id, s.case_config, s.pieces, s.amount, s.vat_amount, 'vatable',
  s.cost, s.further, date_trunc('month', s.on_date::timestamp) <> date_trunc('month', first_value(s.on_date::timestamp) over (partition by s.project_id, s.booking_id order by s.n)),
  g.category1, g.category2, g.category3, s.posted_at, s.memo_id
from bench.sales s join public.products g on g.project_id = s.project_id and g.id = s.product_id order by s.n;

select private.keep_all_numbers();
