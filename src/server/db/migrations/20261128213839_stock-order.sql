-- Products sorted by state, as `STOCK_ORDER` says.
CREATE INDEX "products_stock_order" ON "products" USING btree (array_position(array['IN_STOCK', 'NOT_SCANNED', 'OUT_OF_STOCK', 'INVALID_ASIN'], "stock"),"asin");
