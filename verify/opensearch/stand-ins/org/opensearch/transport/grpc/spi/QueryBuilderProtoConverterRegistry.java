package org.opensearch.transport.grpc.spi;

/** See {@link QueryBuilderProtoConverter}. */
public interface QueryBuilderProtoConverterRegistry {}
