DROP POLICY "price_changes_select" ON "public"."price_changes";

DROP VIEW "known"."price_changes";

ALTER TABLE "public"."price_changes" DROP CONSTRAINT "price_changes_price_check";

ALTER TABLE "public"."price_changes" ADD COLUMN "percent" numeric(6,2);

CREATE OR REPLACE FUNCTION private.note_list_percent(p_item public.price_list_items, p_was numeric)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.price_changes (project_id, product_id, price, old_price, old_pieces, new_price, new_pieces, price_list_id, valid_from, percent)
  select p.project_id, p.id, 'list_percent', coalesce(round(s.current_srp * (100 + p_was) / 100, 2), 0), s.current_srp_pieces,
    coalesce(round(s.current_srp * (100 + (p_item).percent) / 100, 2), 0), s.current_srp_pieces, (p_item).price_list_id, (p_item).valid_from, (p_item).percent
  from public.products p join public.inventory s on s.project_id = p.project_id and s.product_id = p.id
  where p.project_id = (p_item).project_id and p_was is distinct from (p_item).percent
    and (p_item).category = case (p_item).category_no when 1 then p.category1 when 2 then p.category2 when 3 then p.category3 end
$function$;

CREATE OR REPLACE FUNCTION private.note_list_price()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare v_was public.price_list_items;
begin
  if new.product_id is null then
    perform private.note_list_percent(new, case when tg_op = 'UPDATE' then old.percent else (
      select i.percent from public.price_list_items i where i.project_id = new.project_id and i.price_list_id = new.price_list_id
        and i.category_no = new.category_no and i.category = new.category and i.valid_from < new.valid_from order by i.valid_from desc limit 1) end);
    return null;
  end if;
  if tg_op = 'UPDATE' then
    v_was := old;
  else
    select * into v_was from public.price_list_items i where i.project_id = new.project_id and i.price_list_id = new.price_list_id
      and i.product_id = new.product_id and i.valid_from < new.valid_from order by i.valid_from desc limit 1;
  end if;
  insert into public.price_changes (project_id, product_id, price, old_price, old_pieces, new_price, new_pieces, price_list_id, valid_from)
  select new.project_id, new.product_id, c.price, coalesce(c.was, 0), coalesce(v_was.price_pieces, 1), coalesce(c.now, 0), new.price_pieces, new.price_list_id, new.valid_from
  from (values ('list_price', v_was.price, new.price), ('list_floor', v_was.floor, new.floor)) c (price, was, now)
  where case when c.was is null or c.now is null then c.was is distinct from c.now
    else (c.was, v_was.price_pieces) <> (c.now, new.price_pieces) end;
  return null;
end $function$;

ALTER TABLE "public"."price_changes" ADD CONSTRAINT "price_changes_check" CHECK (((percent IS NULL) OR (price = 'list_percent'::text)));

ALTER TABLE "public"."price_changes" ADD CONSTRAINT "price_changes_percent_bounded" CHECK (((percent >= '-9999.99'::numeric) AND (percent <= 9999.99)));

ALTER TABLE "public"."price_changes" ADD CONSTRAINT "price_changes_price_check" CHECK ((price = ANY (ARRAY['def_cost'::text, 'def_srp'::text, 'current_srp'::text, 'list_price'::text, 'list_floor'::text, 'list_percent'::text])));

CREATE VIEW "known"."price_changes" WITH (security_invoker=true) AS  SELECT x.project_id,
    x.id,
    x.product_id,
    x.price,
    x.old_price,
    x.old_pieces,
    x.new_price,
    x.new_pieces,
    x.source_table,
    x.source_id,
    x.created_at,
    x.created_by,
    x.price_list_id,
    x.valid_from,
    x.percent
   FROM public.price_changes x
  WHERE (x.created_at <= ( SELECT private.known_at() AS known_at));

CREATE POLICY "price_changes_select" ON "public"."price_changes" FOR SELECT TO "authenticated" USING (((project_id = ANY (( SELECT private.projects_with('stock.read'::text) AS projects_with)::uuid[])) AND ((price <> 'def_cost'::text) OR (project_id = ANY (( SELECT private.projects_with('costs.read'::text) AS projects_with)::uuid[]))) AND ((price <> ALL (ARRAY['list_price'::text, 'list_floor'::text, 'list_percent'::text])) OR (project_id = ANY (( SELECT private.projects_with('prices.read'::text) AS projects_with)::uuid[])))));

COMMENT ON FUNCTION "private"."note_list_percent"(public.price_list_items, numeric) IS 'Writes a changed percentage of a category in a list into the price history of its products, with what it makes of their live SRP at this moment. p_was: the percentage before; 0 stands for no price.';

COMMENT ON FUNCTION "private"."note_list_price"() IS 'Trigger: writes a changed price or floor of a product in a list, or percentage of its category, into its price history; 0 stands for none.';

COMMENT ON TABLE "public"."price_changes" IS 'Price history: every change of a product''s default cost, default SRP, live SRP, or price, floor or percentage of its category in a price list, with the document that made it (none for the defaults and lists). Each price is for so many pieces. Insert-only.';

REVOKE ALL ON FUNCTION "private"."note_list_percent"(public.price_list_items, numeric) FROM PUBLIC;

GRANT SELECT ON TABLE "known"."price_changes" TO "authenticated";

-- The history of each product begins with the percentages that stand today; nobody has set them at this moment.
insert into public.price_changes (project_id, product_id, price, old_price, old_pieces, new_price, new_pieces, price_list_id, valid_from, percent)
select i.project_id, p.id, 'list_percent', 0, s.current_srp_pieces, round(s.current_srp * (100 + i.percent) / 100, 2), s.current_srp_pieces,
  i.price_list_id, i.valid_from, i.percent
from public.price_list_items i
join public.products p on p.project_id = i.project_id
  and i.category = case i.category_no when 1 then p.category1 when 2 then p.category2 when 3 then p.category3 end
join public.inventory s on s.project_id = p.project_id and s.product_id = p.id
where i.percent is not null;
