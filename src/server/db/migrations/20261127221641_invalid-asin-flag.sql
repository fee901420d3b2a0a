-- The fifth bit of a post's flags says that one of its products is no longer in the shop; `products_out` counts those too.
create or replace function keep_post_products(posts integer[]) returns void language sql as $$
	update content_posts c set asins = k.asins, flags = k.flags, products_out = k.out from (
		select x.content_post_id,
			coalesce(array_agg(cp.asin order by cp.position, cp.asin) filter (where cp.asin is not null), '{}') as asins,
			(x.flags & ~17 | case when bool_or(p.stock = 'OUT_OF_STOCK') then 1 else 0 end
				| case when bool_or(p.stock = 'INVALID_ASIN') then 16 else 0 end)::smallint as flags,
			(count(*) filter (where p.stock in ('OUT_OF_STOCK', 'INVALID_ASIN')))::smallint as out
		from content_posts x
		left join content_products cp using (content_post_id)
		left join products p on p.asin = cp.asin
		where x.content_post_id = any(posts) group by x.content_post_id
	) k where c.content_post_id = k.content_post_id
		and (c.asins, c.flags, c.products_out) is distinct from (k.asins, k.flags, k.out)
$$;--> statement-breakpoint
create or replace function product_stock_changed() returns trigger language plpgsql as $$
begin
	perform keep_post_products(array(
		select distinct cp.content_post_id from before_it b join after_it a using (product_id)
		join content_products cp on cp.asin = a.asin
		where a.stock <> b.stock
			and (a.stock in ('OUT_OF_STOCK', 'INVALID_ASIN') or b.stock in ('OUT_OF_STOCK', 'INVALID_ASIN'))
	));
	perform keep_risks(array(
		select a.asin from before_it b join after_it a using (product_id)
		where (a.stock, a.stock_since) is distinct from (b.stock, b.stock_since)
			and (a.stock in ('OUT_OF_STOCK', 'INVALID_ASIN') or b.stock in ('OUT_OF_STOCK', 'INVALID_ASIN'))
	));
	return null;
end $$;--> statement-breakpoint
select keep_post_products(array(
	select distinct cp.content_post_id from content_products cp join products p using (asin) where p.stock = 'INVALID_ASIN'
));
